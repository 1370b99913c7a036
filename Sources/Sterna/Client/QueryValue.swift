/// What a query item holds: one text, nothing, or a list or an object whose writing is the client's ``QueryStyle``.
///
/// A value is mostly written as a literal: `["status": "open", "ids": [1, 2]]`.
public enum QueryValue: Hashable, Sendable {
    /// The name alone, without `=`.
    case flag
    /// No value, so that the item is left out.
    case omitted
    /// One value.
    case text(String)
    /// Values of one name, in their order.
    case list([QueryValue])
    /// Named values, in their order.
    case object([Member])

    /// A named value within an object.
    public struct Member: Hashable, Sendable {
        /// The name.
        public let name: String
        /// The value.
        public let value: QueryValue

        /// A named value.
        public init(_ name: String, _ value: QueryValue) {
            self.name = name
            self.value = value
        }
    }
}

extension QueryValue: ExpressibleByStringInterpolation {
    /// One text.
    public init(stringLiteral value: String) { self = .text(value) }
}

extension QueryValue: ExpressibleByIntegerLiteral {
    /// An integer.
    public init(integerLiteral value: Int) { self = .text(String(value)) }
}

extension QueryValue: ExpressibleByFloatLiteral {
    /// A number.
    public init(floatLiteral value: Double) { self = .text(String(value)) }
}

extension QueryValue: ExpressibleByBooleanLiteral {
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .text(String(value)) }
}

extension QueryValue: ExpressibleByArrayLiteral {
    /// A list.
    public init(arrayLiteral elements: QueryValue...) { self = .list(elements) }
}

extension QueryValue: ExpressibleByDictionaryLiteral {
    /// An object, in the order in which it is written.
    public init(dictionaryLiteral elements: (String, QueryValue)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}
