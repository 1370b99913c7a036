/// A request as a ``LoopbackServer`` received it: read for convenience, and byte for byte.
public struct ReceivedRequest: Sendable {
    /// A field line, as it was written.
    public struct Field: Hashable, Sendable {
        /// The name.
        public var name: String
        /// The value, without white space at its ends; bytes that are not UTF-8 are read as ISO 8859-1.
        public var value: String

        /// A field line.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Its place among all that the server received, from 1.
    public internal(set) var number = 0
    /// The number of the connection on which it came, from 1.
    public internal(set) var connection = 0
    /// When its head was complete.
    public internal(set) var receivedAt = ContinuousClock.now
    /// Whether its body was complete; a request is logged from its head on.
    public internal(set) var isComplete = false

    /// The method, as it was written.
    public internal(set) var method = ""
    /// The target, as it was written.
    public internal(set) var target = ""
    /// The version, such as `HTTP/1.1`.
    public internal(set) var version = ""
    /// The field lines, in their order.
    public internal(set) var fields: [Field] = []
    /// The fields after a chunked body.
    public internal(set) var trailers: [Field] = []

    /// The head as it came over the wire, from the method to the empty line.
    public internal(set) var head = Data()
    /// What followed the head on the wire, the framing of a chunked body included.
    public internal(set) var wireBody = Data()
    /// The content, without framing, up to the server's `bodyLimit`.
    public internal(set) var body = Data()
    /// The length of the content, also of what is beyond the server's `bodyLimit`.
    public internal(set) var bodyLength: Int64 = 0
}

extension ReceivedRequest {
    /// The value of a field, found in any case; several lines are joined with `, `. `nil` when there is none.
    public subscript(name: String) -> String? {
        let found = values(of: name)
        return found.isEmpty ? nil : found.joined(separator: ", ")
    }

    /// The values of every line of that name, in their order.
    public func values(of name: String) -> [String] {
        let wanted = name.lowercased()
        return fields.filter { $0.name.lowercased() == wanted }.map(\.value)
    }

    /// The target up to the question mark.
    public var path: String { String(target.prefix { $0 != "?" }) }

    /// The target after the question mark; `nil` when there is none.
    public var query: String? {
        target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
    }

    /// The content as text.
    public var text: String { String(decoding: body, as: UTF8.self) }
}

extension ReceivedRequest: CustomStringConvertible {
    /// Number, connection, method and target.
    public var description: String { "\(number) on connection \(connection): \(method) \(target)" }
}
