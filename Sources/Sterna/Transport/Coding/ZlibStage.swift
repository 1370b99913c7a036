#if os(Linux)
import CLinux

/// Undoes gzip (RFC 1952) and deflate (RFC 1950), by libz.
final class ZlibStage: DecoderStage {
    enum Format {
        case gzip, deflate
    }

    private struct Library: Sendable {
        typealias Start = @convention(c) (UnsafeMutableRawPointer, Int32, UnsafePointer<CChar>, Int32) -> Int32
        typealias Run = @convention(c) (UnsafeMutableRawPointer, Int32) -> Int32
        typealias Call = @convention(c) (UnsafeMutableRawPointer) -> Int32

        let start: Start
        let run: Run
        let reset: Call
        let end: Call

        static let shared: Library? = {
            guard let library = SharedLibrary("libz.so.1"),
                let start = library.function("inflateInit2_", as: Start.self),
                let run = library.function("inflate", as: Run.self),
                let reset = library.function("inflateReset", as: Call.self),
                let end = library.function("inflateEnd", as: Call.self)
            else { return nil }
            return Library(start: start, run: run, reset: reset, end: end)
        }()
    }

    private static let isDone: Int32 = 1
    private static let needsInput: Int32 = -5

    private let library: Library
    private let format: Format
    private let state = UnsafeMutablePointer<sterna_z_stream>.allocate(capacity: 1)
    private var isStarted = false
    private(set) var isAtEnd = false
    /// The first byte, kept until the second tells whether there is a header.
    private var first: UInt8?

    init?(_ format: Format) {
        guard let library = Library.shared else { return nil }
        self.library = library
        self.format = format
        state.initialize(to: sterna_z_stream())
    }

    deinit {
        if isStarted { _ = library.end(state) }
        state.deallocate()
    }

    func decode(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(CodingFault) -> (taken: Int, made: Int) {
        if isAtEnd {
            // A gzip file may have several members; whatever else follows is passed over, as gzip itself does.
            guard format == .gzip, input.first == 0x1F else { return (input.count, 0) }
            guard library.reset(state) == 0 else { throw .unreadable("gzip cannot go on") }
            isAtEnd = false
        }
        if !isStarted, try !begin(with: input) { return (input.count, 0) }
        if let kept = first {
            // One byte alone makes no output.
            first = nil
            let outcome = withUnsafeBytes(of: kept) { bytes in
                Result { () throws(CodingFault) in try run(bytes, output) }
            }
            _ = try outcome.get()
        }
        return try run(input, output)
    }

    /// Chooses how to read the stream; `false` when that takes another byte. Some servers send deflate without the
    /// header that RFC 1950 asks for (RFC 9110 §8.4.1.2).
    private func begin(with input: UnsafeRawBufferPointer) throws(CodingFault) -> Bool {
        let head = (first.map { [$0] } ?? []) + input.prefix(2)
        guard head.count > 1 || format == .gzip && !head.isEmpty else {
            first = head.first
            return false
        }
        let isZlib = format == .gzip || head[0] & 15 == 8 && (Int(head[0]) << 8 | Int(head[1])) % 31 == 0
        let bits: Int32 = format == .gzip ? 31 : isZlib ? 15 : -15
        guard library.start(state, bits, "1.2.0", Int32(MemoryLayout<sterna_z_stream>.size)) == 0 else {
            throw .unreadable("libz has no memory left")
        }
        isStarted = true
        return true
    }

    private func run(
        _ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer
    ) throws(CodingFault) -> (taken: Int, made: Int) {
        let (offered, room) = (min(input.count, 1 << 30), min(output.count, 1 << 30))
        state.pointee.next_in = input.bindMemory(to: UInt8.self).baseAddress
        state.pointee.avail_in = UInt32(offered)
        state.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
        state.pointee.avail_out = UInt32(room)
        let code = library.run(state, 0)
        guard code >= 0 || code == Self.needsInput else {
            let words = state.pointee.msg.map { String(cString: $0) } ?? "code \(code)"
            throw .unreadable("the \(format) stream is broken: \(words)")
        }
        isAtEnd = code == Self.isDone
        return (offered - Int(state.pointee.avail_in), room - Int(state.pointee.avail_out))
    }
}
#endif
