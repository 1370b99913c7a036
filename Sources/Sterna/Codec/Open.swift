/// A value of an enum that the server may add to: one of the known cases, or the raw value of one that is not.
///
/// A closed enum refuses a value that it does not know, and with it everything around it. Wrap it where an old app
/// should go on; also within an Optional, an array or a dictionary.
///
/// ```swift
/// enum Vehicle: String, Codable { case car, bike }
/// struct Trip: Codable { let vehicle: Open<Vehicle>; let next: Open<Vehicle>? }
///
/// switch trip.vehicle {
/// case .known(.car): …
/// case .known(.bike): …
/// case .unknown(let name): show(name)
/// }
/// ```
public enum Open<Known: RawRepresentable> {
    /// One of the enum's cases.
    case known(Known)
    /// A value that the enum has no case for.
    case unknown(Known.RawValue)
}

extension Open: RawRepresentable {
    /// The case of a raw value, or the raw value itself.
    public init(rawValue: Known.RawValue) {
        self = Known(rawValue: rawValue).map(Self.known) ?? .unknown(rawValue)
    }

    /// The value as the server writes it.
    public var rawValue: Known.RawValue {
        switch self {
        case .known(let known): known.rawValue
        case .unknown(let value): value
        }
    }

    /// The case; `nil` when it is not known.
    public var value: Known? {
        if case .known(let known) = self { known } else { nil }
    }
}

extension Open: Sendable where Known: Sendable, Known.RawValue: Sendable {}
extension Open: Equatable where Known.RawValue: Equatable {
    /// Whether two values are written alike.
    public static func == (a: Open, b: Open) -> Bool { a.rawValue == b.rawValue }
}

extension Open: Hashable where Known.RawValue: Hashable {
    /// Hashes what is written.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension Open: Decodable where Known.RawValue: Decodable {
    /// Reads the raw value; only a value of another type fails.
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(Known.RawValue.self))
    }
}

extension Open: Encodable where Known.RawValue: Encodable {
    /// Writes the raw value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension Open: CodingKeyRepresentable where Known.RawValue == String {
    /// The raw value as the key of a dictionary.
    public var codingKey: any CodingKey { JSONName(rawValue) }

    /// The value of a key of a dictionary.
    public init(codingKey: some CodingKey) {
        self.init(rawValue: codingKey.stringValue)
    }
}
