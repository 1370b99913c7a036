/// The bytes of an answer, in pieces as they come.
///
/// Where the pieces are cut means nothing. Nothing is sent before the first one is asked for; leaving the loop closes
/// the connection. The server waits for a reader that is slow.
///
/// To see the head of the answer too, use ``APIClient/stream(_:)``.
public struct BodyChunks: AsyncSequence, Sendable {
    /// A piece of the body, never empty.
    public typealias Element = Data

    let call: StreamedCall

    /// Begins a call of its own.
    public func makeAsyncIterator() -> Iterator {
        Iterator(call: call)
    }

    /// Reads the pieces. It closes the connection when it is dropped.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let call: StreamedCall
        private var body: OpenBody?
        private var isOver = false

        fileprivate init(call: StreamedCall) {
            self.call = call
        }

        /// The next piece; `nil` at the end.
        public mutating func next() async throws -> Data? {
            guard !isOver else { return nil }
            // Over, unless a piece comes.
            isOver = true
            try Task.checkCancellation()
            let body = if let body { body } else { try await call.open() }
            self.body = nil
            guard let chunk = try await body.next() else { return nil }
            self.body = body
            isOver = false
            return chunk
        }
    }
}
