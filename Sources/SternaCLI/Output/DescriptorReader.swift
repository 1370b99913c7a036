import Sterna

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Reads a descriptor chunk by chunk.
struct DescriptorReader: Sendable {
    /// The most that one read takes.
    static let chunk = 64 << 10

    private let descriptor: Int32
    private let name: String

    init(_ descriptor: Int32, _ name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    /// Whether a person types what is read.
    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// The next bytes; `nil` at the end. A wait for a slow writer ends when the task is cancelled, and keeps no thread
    /// from other tasks for long.
    func next() async throws -> Data? {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        var buffer = [UInt8](repeating: 0, count: Self.chunk)
        while true {
            try Task.checkCancellation()
            guard poll(&wanted, 1, 20) > 0 else {
                await Task.yield()
                continue
            }
            let count = read(descriptor, &buffer, buffer.count)
            if count >= 0 { return count == 0 ? nil : Data(buffer[..<count]) }
            // Another process may have taken what was there.
            if errno != EINTR, errno != EAGAIN { throw FileFailure("read", name) }
        }
    }
}

/// What was read ahead of a descriptor, then the rest of it. It can be read once.
struct DescriptorChunks: AsyncSequence, Sendable {
    let head: Data
    let reader: DescriptorReader

    struct Iterator: AsyncIteratorProtocol {
        var head: Data?
        let reader: DescriptorReader

        mutating func next() async throws -> Data? {
            if let first = head, !first.isEmpty {
                head = nil
                return first
            }
            return try await reader.next()
        }
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(head: head, reader: reader)
    }
}
