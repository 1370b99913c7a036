/// The body of an answer, read as it comes. The server is held back while nobody reads; a stream that is dropped before
/// its end ends the transfer.
///
/// It can be read once: a second iteration goes on where the first stopped.
public struct HTTPBodyStream: AsyncSequence, Sendable {
    /// A piece of the body, never empty.
    public typealias Element = Data

    private final class Source: Sendable {
        let next: @Sendable () async throws -> Data?
        let cancel: @Sendable () -> Void
        let metrics: @Sendable () -> Metrics?

        init(
            next: @escaping @Sendable () async throws -> Data?, cancel: @escaping @Sendable () -> Void,
            metrics: @escaping @Sendable () -> Metrics?
        ) {
            self.next = next
            self.cancel = cancel
            self.metrics = metrics
        }

        deinit { cancel() }
    }

    private let source: Source

    /// A stream over a source of chunks.
    ///
    /// - Parameters:
    ///   - next: gives the next chunk, `nil` at the end; it is never called twice at a time.
    ///   - cancel: ends the transfer; called when the last copy of the stream is gone, also after the end.
    public init(next: @escaping @Sendable () async throws -> Data?, cancel: @escaping @Sendable () -> Void = {}) {
        source = Source(next: next, cancel: cancel, metrics: { nil })
    }

    /// A stream of a transport that measures.
    ///
    /// - Parameter metrics: what the whole transfer took; `nil` before its end.
    package init(
        next: @escaping @Sendable () async throws -> Data?, cancel: @escaping @Sendable () -> Void,
        metrics: @escaping @Sendable () -> Metrics?
    ) {
        source = Source(next: next, cancel: cancel, metrics: metrics)
    }

    /// What the whole transfer took; `nil` before its end, and where nothing is measured.
    package var metrics: Metrics? { source.metrics() }

    /// Ends the transfer now, without waiting for the last copy to go.
    public func cancel() {
        source.cancel()
    }

    /// Starts, or goes on, reading.
    public func makeAsyncIterator() -> Iterator {
        Iterator(stream: self)
    }

    /// Reads the stream; throws `CancellationError` when its task is cancelled, and ``APIError`` when the transfer
    /// fails.
    public struct Iterator: AsyncIteratorProtocol {
        let stream: HTTPBodyStream

        /// The next chunk; `nil` at the end.
        public mutating func next() async throws -> Data? {
            try await stream.source.next()
        }
    }
}
