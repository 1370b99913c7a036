/// The parameters after a field's value: `; charset=utf-8; boundary="x"` (RFC 9110 §5.6.6). Names in lower case.
public struct FieldParameters: Hashable, Sendable {
    /// The parameters in their order.
    public let items: [Item]

    /// One parameter.
    public struct Item: Hashable, Sendable {
        /// The name, in lower case.
        public let name: String
        /// The value, without quotes and escapes.
        public let value: String
    }

    init(_ pairs: [(String, String)]) {
        items = pairs.map { Item(name: $0.0.lowercased(), value: $0.1) }
    }

    /// The first value of a name, in any case.
    public subscript(name: String) -> String? {
        items.first { $0.name == name.lowercased() }?.value
    }
}
