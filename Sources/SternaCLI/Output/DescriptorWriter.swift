import Sterna

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Writes to a descriptor until all is written. A write to a pipe that nobody empties ends when the task is cancelled.
struct DescriptorWriter: Sendable {
    /// Standard output.
    static let output = DescriptorWriter(1, "standard output")
    /// Standard error.
    static let error = DescriptorWriter(2, "standard error")

    let descriptor: Int32
    private let name: String
    private let mayBlock: Bool
    private let heedsCancel: Bool

    init(_ descriptor: Int32, _ name: String, heedsCancel: Bool = true) {
        self.heedsCancel = heedsCancel
        self.descriptor = descriptor
        self.name = name
        var status = stat()
        mayBlock = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    }

    /// Whether a person is looking.
    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Writes all of `data`.
    ///
    /// - Throws: `ClosedPipe` when the reader has gone, `FileFailure`, `CancellationError`.
    func write(_ data: Data) throws {
        try data.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty { rest = rest.dropFirst(try writeSome(UnsafeRawBufferPointer(rebasing: rest))) }
        }
    }

    /// Writes a text as UTF-8.
    func write(_ text: String) throws {
        try write(Data(text.utf8))
    }

    /// Writes a text, also in a task that is cancelled.
    func writeUncancelled(_ text: String) throws {
        try DescriptorWriter(descriptor, name, heedsCancel: false).write(text)
    }

    /// Writes a short text where it is taken at once; a failure is no news either.
    func writeIfReady(_ text: String) {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&wanted, 1, 0) > 0 else { return }
        _ = Data(text.utf8).withUnsafeBytes { SystemCalls.write(descriptor, $0) }
    }

    /// What a pipe that is ready takes without blocking.
    private static let pipePage = 4096

    private func writeSome(_ bytes: UnsafeRawBufferPointer) throws -> Int {
        if mayBlock { try waitUntilReady() }
        let most = mayBlock ? Self.pipePage : 1 << 20
        let count = SystemCalls.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes.prefix(most)))
        if count >= 0 { return count }
        switch errno {
        case EINTR, EAGAIN: return 0
        case EPIPE: throw ClosedPipe()
        default: throw FileFailure("write to", name)
        }
    }

    private func waitUntilReady() throws {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        while true {
            if heedsCancel, Task.isCancelled { throw CancellationError() }
            if poll(&wanted, 1, 50) > 0 { return }
        }
    }
}
