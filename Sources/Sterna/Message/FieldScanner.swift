/// A cursor over the bytes of a field's value, for the small grammars that fields share (RFC 9110 §5.6).
package struct FieldScanner {
    private let bytes: [UInt8]
    private var index = 0

    package init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// The next byte; `nil` at the end.
    package var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Steps over the next byte when it is `byte`.
    package mutating func take(_ byte: Unicode.Scalar) -> Bool {
        guard let next, Unicode.Scalar(next) == byte else { return false }
        index += 1
        return true
    }

    /// Steps over spaces and tabs.
    package mutating func skipBlanks() {
        while let next, next == 0x20 || next == 9 { index += 1 }
    }

    /// The bytes up to the first for which `isEnd` is true, as text; possibly none.
    package mutating func text(until isEnd: (UInt8) -> Bool) -> String {
        let start = index
        while let next, !isEnd(next) { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// A token (RFC 9110 §5.6.2); empty when there is none here.
    package mutating func token() -> String {
        text { !Token.isTokenByte($0) }
    }

    /// What a quoted string says, without quotes and escapes (RFC 9110 §5.6.4); `nil` when there is none here. One
    /// that is never closed goes on to the end.
    package mutating func quotedString() -> String? {
        guard take("\"") else { return nil }
        var result: [UInt8] = []
        while let next {
            index += 1
            if next == UInt8(ascii: "\"") { break }
            if next == UInt8(ascii: "\\"), let escaped = self.next {
                result.append(escaped)
                index += 1
            } else {
                result.append(next)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
