/// A type that one token holds, read without a container in between.
protocol JSONScalar: Decodable {
    static func read(_ document: JSONDocument, _ index: Int) throws -> Self
}

extension Bool: JSONScalar {
    static func read(_ document: JSONDocument, _ index: Int) throws -> Bool {
        guard document.kind(index) == .bool else { throw document.mismatch(Bool.self, index) }
        return document.text.bytes[Int(document.text.tokens[index].start)] == UInt8(ascii: "t")
    }
}

extension String: JSONScalar {
    static func read(_ document: JSONDocument, _ index: Int) throws -> String {
        let token = document.text.tokens[index]
        guard token.kind == .string else { throw document.mismatch(String.self, index) }
        let bytes = document.text.bytes
        guard token.hasEscapes else {
            return bytes.withUnsafeBufferPointer { String(decoding: $0[token.content], as: UTF8.self) }
        }
        var unescaper = JSONUnescaper()
        unescaper.append(bytes[token.content])
        guard !unescaper.hasLoneSurrogate else {
            throw document.corrupted(String.self, index, "a \\u escape is half of a surrogate pair, and no character")
        }
        return String(decoding: unescaper.text, as: UTF8.self)
    }
}

extension Double: JSONScalar {
    static func read(_ document: JSONDocument, _ index: Int) throws -> Double {
        try document.floatingPoint(index) { $0.double }
    }
}

extension Float: JSONScalar {
    // From the text, not through Double: rounding twice may give the wrong neighbour.
    static func read(_ document: JSONDocument, _ index: Int) throws -> Float {
        try document.floatingPoint(index) { Float($0.text) ?? .infinity }
    }
}

extension JSONScalar where Self: FixedWidthInteger {
    static func read(_ document: JSONDocument, _ index: Int) throws -> Self {
        guard document.kind(index) == .number else { throw document.mismatch(Self.self, index) }
        do {
            return try document.number(index) { (number) throws(JSONNumber.Inexact) in try number.integer(Self.self) }
        } catch {
            throw document.corrupted(Self.self, index, error.reason(document.text.source(index), "\(Self.self)"))
        }
    }
}

extension Int: JSONScalar {}
extension Int8: JSONScalar {}
extension Int16: JSONScalar {}
extension Int32: JSONScalar {}
extension Int64: JSONScalar {}
extension UInt: JSONScalar {}
extension UInt8: JSONScalar {}
extension UInt16: JSONScalar {}
extension UInt32: JSONScalar {}
extension UInt64: JSONScalar {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: JSONScalar {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: JSONScalar {}

extension JSONDocument {
    func number<Value, Failure: Error>(
        _ index: Int, _ read: (JSONNumber) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let range = text.tokens[index].range
        return try text.bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
            try read(JSONNumber(bytes: UnsafeBufferPointer(rebasing: bytes[range])))
        }
    }

    fileprivate func floatingPoint<Value: BinaryFloatingPoint>(
        _ index: Int, _ read: (JSONNumber) -> Value
    ) throws -> Value {
        guard kind(index) == .number else { throw mismatch(Value.self, index) }
        let value = number(index, read)
        guard value.isFinite else {
            throw corrupted(Value.self, index, "\(text.source(index).prefix(40)) is too large for \(Value.self)")
        }
        return value
    }
}
