/// The values of an answer that has one JSON text on each line (NDJSON, JSON Lines), one by one as they come.
///
/// ```swift
/// for try await tick in api.jsonLines(.ticks) { print(tick.number) }
/// ```
///
/// Lines without a text are passed over; a last one without an end counts. Nothing is sent before the first value is
/// asked for; leaving the loop closes the connection.
///
/// Errors are ``APIError``: `decoding` for a line that is not of the type, with its number and the place within it,
/// `tooLarge` for a line beyond the limit, and those of any call. The values before them have been delivered.
public struct JSONLines<Element: Decodable & Sendable>: AsyncSequence, Sendable {
    let call: StreamedCall
    let limit: Int

    /// Begins a call of its own.
    public func makeAsyncIterator() -> Iterator {
        Iterator(feed: LineFeed(call, limit: limit), decoder: call.decoder)
    }

    /// Reads the values. It closes the connection when it is dropped.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var feed: LineFeed
        fileprivate let decoder: BodyDecoder

        /// The next value; `nil` after the last.
        public mutating func next() async throws -> Element? {
            while let line = try await feed.next() {
                if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
                let type = feed.body?.response.fields[.contentType].flatMap { MediaType($0) }
                do {
                    return try await Self.element(line, decoder, type)
                } catch {
                    defer { feed.end() }
                    throw feed.described(
                        APIError(.decoding, "line \(feed.number): \(error)", underlying: error))
                }
            }
            return nil
        }

        /// Decoding stays away from the caller's actor.
        @concurrent
        private static func element(
            _ line: Data, _ decoder: BodyDecoder, _ type: MediaType?
        ) async throws -> Element {
            // A String is a text in quotes, whatever the type of the whole.
            let isText = Element.self == String.self || Element.self == String?.self
            return try decoder.decode(Element.self, from: line, contentType: isText ? .json : type)
        }
    }
}
