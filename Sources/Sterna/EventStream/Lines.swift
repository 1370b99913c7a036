/// The lines of an answer's text, one by one as they come.
///
/// A line ends with LF, with or without CR before it; empty lines are lines, and a last one without an end counts too.
/// The text is UTF-8; bytes that are not become U+FFFD. Nothing is sent before the first line is asked for; leaving the
/// loop closes the connection.
///
/// Errors are ``APIError``: `tooLarge` for a line beyond the limit, and those of any call.
public struct Lines: AsyncSequence, Sendable {
    /// A line without its end.
    public typealias Element = String

    let call: StreamedCall
    let limit: Int

    /// Begins a call of its own.
    public func makeAsyncIterator() -> Iterator {
        Iterator(feed: LineFeed(call, limit: limit))
    }

    /// Reads the lines. It closes the connection when it is dropped.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var feed: LineFeed

        /// The next line; `nil` after the last.
        public mutating func next() async throws -> String? {
            try await feed.next().map { String(decoding: $0, as: UTF8.self) }
        }
    }
}
