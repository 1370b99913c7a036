/// A type whose values can be written into a query.
///
/// Strings, integers, floating-point numbers, `Bool`, `UUID`, and Optionals, arrays and dictionaries of those have it.
/// An enumeration of strings or integers gets it by naming it: `enum Order: String, QueryRepresentable`. A date has no
/// one form: format it first.
public protocol QueryRepresentable {
    /// The value as it goes into a query.
    var queryValue: QueryValue { get }
}

extension QueryRepresentable where Self: RawRepresentable, RawValue: QueryRepresentable {
    /// The raw value.
    public var queryValue: QueryValue { rawValue.queryValue }
}

extension QueryRepresentable where Self: BinaryInteger {
    /// The digits.
    public var queryValue: QueryValue { .text(String(self)) }
}

extension QueryRepresentable where Self: BinaryFloatingPoint & LosslessStringConvertible {
    /// The shortest digits that read back as the same number.
    public var queryValue: QueryValue { .text(String(self)) }
}

extension QueryRepresentable where Self: StringProtocol {
    /// The text.
    public var queryValue: QueryValue { .text(String(self)) }
}

extension String: QueryRepresentable {}
extension Substring: QueryRepresentable {}
extension Int: QueryRepresentable {}
extension Int8: QueryRepresentable {}
extension Int16: QueryRepresentable {}
extension Int32: QueryRepresentable {}
extension Int64: QueryRepresentable {}
extension UInt: QueryRepresentable {}
extension UInt8: QueryRepresentable {}
extension UInt16: QueryRepresentable {}
extension UInt32: QueryRepresentable {}
extension UInt64: QueryRepresentable {}
extension Double: QueryRepresentable {}
extension Float: QueryRepresentable {}

extension QueryValue: QueryRepresentable {
    /// The value itself.
    public var queryValue: QueryValue { self }
}

extension Bool: QueryRepresentable {
    /// `true` or `false`.
    public var queryValue: QueryValue { .text(String(self)) }
}

extension UUID: QueryRepresentable {
    /// The UUID in upper case, as Foundation writes it.
    public var queryValue: QueryValue { .text(uuidString) }
}

extension Decimal: QueryRepresentable {
    /// The digits, exactly.
    public var queryValue: QueryValue { .text(description) }
}

extension Optional: QueryRepresentable where Wrapped: QueryRepresentable {
    /// The value, or nothing, so that the item is left out.
    public var queryValue: QueryValue { self?.queryValue ?? .omitted }
}

extension Array: QueryRepresentable where Element: QueryRepresentable {
    /// A list.
    public var queryValue: QueryValue { .list(map(\.queryValue)) }
}

extension Dictionary: QueryRepresentable where Key == String, Value: QueryRepresentable {
    /// An object, sorted by name, because a dictionary has no order.
    public var queryValue: QueryValue {
        .object(sorted { $0.key < $1.key }.map { QueryValue.Member($0.key, $0.value.queryValue) })
    }
}
