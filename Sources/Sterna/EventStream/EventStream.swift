/// The events of a server, one by one, over as many connections as that takes.
///
/// ```swift
/// for try await event in api.events(.live) {
///     print(event.name, event.data)
/// }
/// ```
///
/// Nothing is sent before the first event is asked for; every loop over the sequence is a stream of its own. Leaving
/// the loop, by `break`, by an error or by a cancel, closes the connection. The server waits for a reader that is slow.
///
/// When a connection ends, another one is opened that goes on after the last event (`Last-Event-ID`), as the
/// ``ReconnectPolicy`` says. The stream is over when the server answers 204; any other status than 200 is an error,
/// whatever the endpoint accepts.
///
/// Errors are ``APIError``: `decoding` for an answer that is no event stream or an event that is not of the type that
/// was asked for, `tooLarge` for an event beyond the limit, and those of any call.
public struct EventStream<Element: Sendable>: AsyncSequence, Sendable {
    let call: StreamedCall
    let policy: ReconnectPolicy
    let limit: Int
    let convert: @Sendable (ServerEvent) throws -> Element

    /// Begins a stream of its own.
    public func makeAsyncIterator() -> Iterator {
        Iterator(feed: EventFeed(call, policy, limit: limit), convert: convert)
    }

    /// Reads the stream. It closes the connection when it is dropped.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var feed: EventFeed
        fileprivate let convert: @Sendable (ServerEvent) throws -> Element

        /// The next event; `nil` when the stream is over.
        public mutating func next() async throws -> Element? {
            guard let event = try await feed.next() else { return nil }
            do {
                return try await Self.element(event, convert)
            } catch {
                defer { feed.end() }
                throw feed.described(error)
            }
        }

        /// Decoding stays away from the caller's actor.
        @concurrent
        private static func element(
            _ event: ServerEvent, _ convert: @Sendable (ServerEvent) throws -> Element
        ) async throws -> Element {
            try convert(event)
        }
    }
}
