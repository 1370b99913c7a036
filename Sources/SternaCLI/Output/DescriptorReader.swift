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

    /// The next bytes, waiting for them; empty at the end.
    func readSome() throws(FileFailure) -> Data {
        var buffer = [UInt8](repeating: 0, count: Self.chunk)
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while true {
            _ = poll(&wanted, 1, -1)
            let count = read(descriptor, &buffer, buffer.count)
            if count >= 0 { return Data(buffer[..<count]) }
            if errno != EINTR, errno != EAGAIN { throw FileFailure("read", name) }
        }
    }

    /// The next bytes; `nil` at the end. A wait for a slow writer ends when the task is cancelled, and keeps no thread
    /// from other tasks for long.
    func next() async throws -> Data? {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&wanted, 1, 20) == 0 {
            try Task.checkCancellation()
            await Task.yield()
        }
        let data = try readSome()
        return data.isEmpty ? nil : data
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
