/// A type that becomes one scalar, written without a container in between.
protocol ScalarEncodable: Encodable {
    var encoded: EncodedValue { get }
}

extension Bool: ScalarEncodable {
    var encoded: EncodedValue { .bool(self) }
}

extension String: ScalarEncodable {
    var encoded: EncodedValue { .string(self) }
}

extension Double: ScalarEncodable {
    var encoded: EncodedValue { .double(self) }
}

extension Float: ScalarEncodable {
    // By its own text: as a Double, 0.1 would be 0.10000000149011612.
    var encoded: EncodedValue {
        isFinite && Float(Int64(exactly: self) ?? 0) != self ? .number(description) : .double(Double(self))
    }
}

extension ScalarEncodable where Self: FixedWidthInteger {
    var encoded: EncodedValue {
        if let integer = Int64(exactly: self) { return .integer(integer) }
        return UInt64(exactly: self).map(EncodedValue.unsigned) ?? .number(description)
    }
}

extension Int: ScalarEncodable {}
extension Int8: ScalarEncodable {}
extension Int16: ScalarEncodable {}
extension Int32: ScalarEncodable {}
extension Int64: ScalarEncodable {}
extension UInt: ScalarEncodable {}
extension UInt8: ScalarEncodable {}
extension UInt16: ScalarEncodable {}
extension UInt32: ScalarEncodable {}
extension UInt64: ScalarEncodable {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: ScalarEncodable {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: ScalarEncodable {}
