/// A property with three states: left out, `null`, or a value; as in a merge patch, where `null` deletes and what is
/// left out stays (RFC 7396 §2).
///
/// An Optional cannot tell the first two apart. `Codable` conformances that the compiler makes read and write all
/// three:
///
/// ```swift
/// struct ProfilePatch: Codable {
///     var nickname: Nullable<String> = .absent
///     var birthday: Nullable<Date> = .absent
/// }
/// Endpoint(.patch, "/me", body: .json(ProfilePatch(birthday: .null)))      // {"birthday":null}
/// ```
///
/// Where there is no way to leave a value out, as in an array, ``absent`` is written as `null`.
public enum Nullable<Value> {
    /// Not there: nothing is written.
    case absent
    /// There, and `null`.
    case null
    /// There, with a value.
    case value(Value)

    /// `null` for `nil`, else the value.
    public init(_ value: Value?) {
        self = value.map(Self.value) ?? .null
    }

    /// The value; `nil` when it is absent or `null`.
    public var wrapped: Value? {
        if case .value(let value) = self { value } else { nil }
    }
}

extension Nullable: Sendable where Value: Sendable {}
extension Nullable: Equatable where Value: Equatable {}
extension Nullable: Hashable where Value: Hashable {}

extension Nullable: ReadableWhenMissing {
    static var fromNothing: Nullable { .absent }
}

extension Nullable: Decodable where Value: Decodable {
    /// Reads `null` or a value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .null : .value(try container.decode(Value.self))
    }
}

extension Nullable: Encodable where Value: Encodable {
    /// Writes the value, or `null`.
    public func encode(to encoder: any Encoder) throws {
        // Where the type is known as `some Encodable` only, the container's own method below is not called.
        if case .absent = self, let encoder = encoder as? ValueEncoder { return encoder.slot.value = .absent }
        var container = encoder.singleValueContainer()
        if case .value(let value) = self { try container.encode(value) } else { try container.encodeNil() }
    }
}

// The compiler's `init(from:)` and `encode(to:)` call these, since they fit better than the general ones.

extension KeyedDecodingContainer {
    /// Reads a member that may be missing, `null` or a value.
    public func decode<Value: Decodable>(
        _ type: Nullable<Value>.Type, forKey key: Key
    ) throws -> Nullable<Value> {
        guard contains(key) else { return .absent }
        return try decodeNil(forKey: key) ? .null : .value(decode(Value.self, forKey: key))
    }
}

extension KeyedEncodingContainer {
    /// Writes a member, unless it is absent.
    public mutating func encode<Value: Encodable>(_ value: Nullable<Value>, forKey key: Key) throws {
        switch value {
        case .absent: break
        case .null: try encodeNil(forKey: key)
        case .value(let value): try encode(value, forKey: key)
        }
    }
}
