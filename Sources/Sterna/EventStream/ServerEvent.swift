/// One event of an event stream (WHATWG HTML §9.2).
public struct ServerEvent: Sendable {
    /// The id of this event, or of the last one before it that had one; empty when there was none.
    public let id: String
    /// What kind of event it is. `message` when the server gives no name.
    public let name: String
    /// What it says: its lines of data, with a line feed between them.
    public let data: String

    /// How ``decode(_:)`` reads: as the client that received the event does.
    var decoder = BodyDecoder()

    /// An event.
    public init(id: String = "", name: String = "message", data: String) {
        self.id = id
        self.name = name
        self.data = data
    }

    /// Reads the data as JSON, in the style of keys and dates of the client that received the event.
    ///
    /// `String` and `Data` take it as it is.
    ///
    /// - Throws: ``APIError`` of the kind `decoding`, or `emptyBody`, that names the event and the place.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        do {
            return try decoder.decode(type, from: Data(data.utf8))
        } catch {
            let place = id.isEmpty ? "the event “\(name)”" : "the event “\(name)” of id “\(id)”"
            throw APIError(
                error is EmptyBody ? .emptyBody : .decoding, "\(place.escapedForDisplay): \(error)", underlying: error)
        }
    }
}

extension ServerEvent: Hashable {
    /// Whether id, name and data are the same.
    public static func == (a: ServerEvent, b: ServerEvent) -> Bool {
        a.id == b.id && a.name == b.name && a.data == b.data
    }

    /// Hashes id, name and data.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(name)
        hasher.combine(data)
    }
}
