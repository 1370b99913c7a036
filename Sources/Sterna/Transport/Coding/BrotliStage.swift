#if os(Linux)
import Glibc

/// Undoes brotli (RFC 7932), by libbrotlidec.
final class BrotliStage: DecoderStage {
    private struct Library: Sendable {
        typealias Make = @convention(c) (OpaquePointer?, OpaquePointer?, OpaquePointer?) -> OpaquePointer?
        typealias Run =
            @convention(c) (
                OpaquePointer, UnsafeMutablePointer<Int>, UnsafeMutablePointer<UnsafePointer<UInt8>?>,
                UnsafeMutablePointer<Int>, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, OpaquePointer?
            ) -> Int32
        typealias End = @convention(c) (OpaquePointer) -> Void

        let make: Make
        let run: Run
        let end: End

        static let shared: Library? = {
            guard let library = SharedLibrary("libbrotlidec.so.1"),
                let make = library.function("BrotliDecoderCreateInstance", as: Make.self),
                let run = library.function("BrotliDecoderDecompressStream", as: Run.self),
                let end = library.function("BrotliDecoderDestroyInstance", as: End.self)
            else { return nil }
            return Library(make: make, run: run, end: end)
        }()
    }

    private let library: Library
    private let state: OpaquePointer
    private(set) var isAtEnd = false

    init?() {
        guard let library = Library.shared, let state = library.make(nil, nil, nil) else { return nil }
        self.library = library
        self.state = state
    }

    deinit {
        library.end(state)
    }

    func decode(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(CodingFault) -> (taken: Int, made: Int) {
        guard !isAtEnd else { return (input.count, 0) }
        var (left, room) = (input.count, output.count)
        var next = input.bindMemory(to: UInt8.self).baseAddress
        var place = output.bindMemory(to: UInt8.self).baseAddress
        switch library.run(state, &left, &next, &room, &place, nil) {
        case 0: throw .unreadable("the br stream is broken")
        case 1: isAtEnd = true
        default: break
        }
        return (input.count - left, output.count - room)
    }
}
#endif
