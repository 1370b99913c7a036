/// One reading of a body, chunk by chunk. Only one task reads at a time.
package final class HTTPBodyReader: Sendable {
    private let pull: @Sendable () async throws -> Data?

    package init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks) where Chunks.Element == Data {
        let box = IteratorBox(chunks.makeAsyncIterator())
        pull = { try await box.next() }
    }

    package init(_ pull: @escaping @Sendable () async throws -> Data?) {
        self.pull = pull
    }

    /// The next chunk; `nil` at the end.
    package func next() async throws -> Data? {
        try await pull()
    }
}

/// An iterator that one task after the other moves on. Readers never overlap: the transport asks for the next chunk
/// only when it has taken the last.
private final class IteratorBox<Iterator: AsyncIteratorProtocol>: @unchecked Sendable where Iterator.Element == Data {
    private var iterator: Iterator

    init(_ iterator: Iterator) {
        self.iterator = iterator
    }

    func next() async throws -> Data? {
        try await iterator.next()
    }
}
