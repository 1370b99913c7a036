#if os(Linux)
import CLinux

/// Undoes Zstandard (RFC 8878), by libzstd.
final class ZstandardStage: DecoderStage {
    private struct Library: Sendable {
        typealias Make = @convention(c) () -> OpaquePointer?
        typealias Set = @convention(c) (OpaquePointer, Int32, Int32) -> Int
        typealias Run = @convention(c) (OpaquePointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Int
        typealias Check = @convention(c) (Int) -> UInt32
        typealias End = @convention(c) (OpaquePointer) -> Int

        let make: Make
        let set: Set
        let run: Run
        let isError: Check
        let end: End

        static let shared: Library? = {
            guard let library = SharedLibrary("libzstd.so.1"),
                let make = library.function("ZSTD_createDCtx", as: Make.self),
                let set = library.function("ZSTD_DCtx_setParameter", as: Set.self),
                let run = library.function("ZSTD_decompressStream", as: Run.self),
                let isError = library.function("ZSTD_isError", as: Check.self),
                let end = library.function("ZSTD_freeDCtx", as: End.self)
            else { return nil }
            return Library(make: make, set: set, run: run, isError: isError, end: end)
        }()
    }

    private let library: Library
    private let state: OpaquePointer
    private(set) var isAtEnd = false

    init?() {
        guard let library = Library.shared, let state = library.make() else { return nil }
        self.library = library
        self.state = state
        // At most 8 MiB of history, as RFC 9659 §3 asks of HTTP: ZSTD_d_windowLogMax is 100.
        _ = library.set(state, 100, 23)
    }

    deinit {
        _ = library.end(state)
    }

    func decode(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(CodingFault) -> (taken: Int, made: Int) {
        if isAtEnd {
            // Another frame may follow, or one to skip (RFC 8878 §3.1); whatever else does is passed over.
            guard let first = input.first, first == 0x28 || first & 0xF0 == 0x50 else { return (input.count, 0) }
        }
        var source = sterna_zstd_in(src: input.baseAddress, size: input.count, pos: 0)
        var target = sterna_zstd_out(dst: output.baseAddress, size: output.count, pos: 0)
        let code = library.run(state, &target, &source)
        guard library.isError(code) == 0 else { throw .unreadable("the zstd stream is broken") }
        // 0 is the end of a frame; another may follow.
        isAtEnd = code == 0
        return (Int(source.pos), Int(target.pos))
    }
}
#endif
