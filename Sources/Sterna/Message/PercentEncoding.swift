/// Percent-encoding (RFC 3986 §2.1), over bytes.
///
/// Data is encoded once, when it becomes a part of a URI (§2.4): ``encoded(_:)``. Text that claims to be encoded
/// already is only ``completed(_:allowing:)``: what is valid in it stays.
package enum PercentEncoding {
    /// Data as one part of a URI: a segment of a path, or the name or value of a query item. Everything but letters,
    /// digits and `-._~` is encoded, so that no server reads a delimiter in it.
    package static func encoded(_ text: String) -> String {
        if text.utf8.allSatisfy(ByteSet.unreserved.contains) { return text }
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count + 16)
        append(text.utf8, to: &result)
        return String(decoding: result, as: UTF8.self)
    }

    /// Appends data as one part of a URI.
    package static func append(_ bytes: some Sequence<UInt8>, to result: inout [UInt8]) {
        let unreserved = ByteSet.unreserved
        for byte in bytes {
            if unreserved.contains(byte) { result.append(byte) } else { escape(byte, into: &result) }
        }
    }

    /// The data behind an encoded text. A `%` that starts no escape stands for itself; what is no UTF-8 becomes U+FFFD.
    ///
    /// - Parameter plusIsSpace: whether `+` is a space, as in a web form.
    package static func decoded(_ text: String, plusIsSpace: Bool = false) -> String {
        guard text.utf8.contains(where: { $0 == percent || (plusIsSpace && $0 == plus) }) else { return text }
        return String(decoding: bytes(of: Array(text.utf8)[...], plusIsSpace: plusIsSpace), as: UTF8.self)
    }

    /// The bytes behind an encoded text; a `%` that starts no escape stands for itself.
    static func bytes(of text: ArraySlice<UInt8>, plusIsSpace: Bool = false) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var index = text.startIndex
        while index < text.endIndex {
            if let byte = escaped(at: index, in: text) {
                result.append(byte)
                index += 3
            } else {
                result.append(plusIsSpace && text[index] == plus ? 0x20 : text[index])
                index += 1
            }
        }
        return result
    }

    /// A text that is encoded already, with only those bytes encoded that may not stand there: valid escapes stay, a
    /// `%` that starts none becomes `%25`.
    static func completed(_ text: ArraySlice<UInt8>, allowing allowed: ByteSet) -> String {
        if isComplete(text, allowing: allowed) { return String(decoding: text, as: UTF8.self) }
        var result: [UInt8] = []
        result.reserveCapacity(text.count + 16)
        for index in text.indices {
            let byte = text[index]
            if allowed.contains(byte) || escaped(at: index, in: text) != nil {
                result.append(byte)
            } else {
                escape(byte, into: &result)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    static func completed(_ text: String, allowing allowed: ByteSet) -> String {
        if text.utf8.allSatisfy(allowed.contains) { return text }
        return completed(Array(text.utf8)[...], allowing: allowed)
    }

    /// The byte that the escape at `index` stands for; `nil` when there is none.
    static func escaped(at index: Int, in text: ArraySlice<UInt8>) -> UInt8? {
        guard text[index] == percent, index + 2 < text.endIndex, let high = digit(text[index + 1]),
            let low = digit(text[index + 2])
        else { return nil }
        return high << 4 | low
    }

    private static let percent = UInt8(ascii: "%")
    private static let plus = UInt8(ascii: "+")

    private static func isComplete(_ text: ArraySlice<UInt8>, allowing allowed: ByteSet) -> Bool {
        text.indices.allSatisfy { allowed.contains(text[$0]) || escaped(at: $0, in: text) != nil }
    }

    private static func escape(_ byte: UInt8, into result: inout [UInt8]) {
        result.append(percent)
        result.append(hexadecimal(byte >> 4))
        result.append(hexadecimal(byte & 15))
    }

    private static func hexadecimal(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
