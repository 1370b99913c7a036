/// The parameters after a field's value: `; charset=utf-8; boundary="x"` (RFC 9110 §5.6.6).
public struct FieldParameters: Hashable, Sendable {
    /// The parameters in their order, also those of the same name.
    public let items: [Item]

    /// One parameter.
    public struct Item: Hashable, Sendable {
        /// The name, in lower case.
        public let name: String
        /// The value, without quotes and escapes; empty when the parameter has none.
        public let value: String
    }

    package init(_ pairs: [(String, String)]) {
        items = pairs.map { Item(name: $0.0.lowercased(), value: $0.1) }
    }

    /// The first value of a name, in any case.
    public subscript(name: String) -> String? {
        let folded = name.lowercased()
        return items.first { $0.name == folded }?.value
    }
}

extension FieldParameters {
    /// Reads `*( ";" parameter )` as leniently as RFC 8288 appendix B.3 does: white space may stand anywhere, a value
    /// may be missing, and what is not quoted may hold more than a token.
    ///
    /// - Parameter endsAtComma: whether a comma outside of quotes ends the parameters, as in a field that is a list.
    package init(_ scanner: inout FieldScanner, endsAtComma: Bool = false) {
        var pairs: [(String, String)] = []
        scanner.skipBlanks()
        while scanner.take(";") {
            scanner.skipBlanks()
            if let pair = Self.pair(&scanner, endsAtComma) { pairs.append(pair) }
            scanner.skipBlanks()
        }
        self.init(pairs)
    }

    private static func pair(_ scanner: inout FieldScanner, _ endsAtComma: Bool) -> (String, String)? {
        let isEnd: (UInt8) -> Bool = { $0 == UInt8(ascii: ";") || (endsAtComma && $0 == UInt8(ascii: ",")) }
        let name = scanner.text { $0 == UInt8(ascii: "=") || $0 == 0x20 || $0 == 9 || isEnd($0) }
        scanner.skipBlanks()
        var value = ""
        if scanner.take("=") {
            scanner.skipBlanks()
            if let quoted = scanner.quotedString() {
                value = quoted
                _ = scanner.text(until: isEnd)
            } else {
                value = withoutBlanksAtEnd(scanner.text(until: isEnd))
            }
        } else {
            _ = scanner.text(until: isEnd)
        }
        return name.isEmpty ? nil : (name, value)
    }

    private static func withoutBlanksAtEnd(_ text: String) -> String {
        guard let end = text.utf8.lastIndex(where: { $0 != 0x20 && $0 != 9 }) else { return "" }
        return String(text[...end])
    }
}

extension FieldParameters: CustomStringConvertible {
    /// The parameters as they are sent, each after a semicolon; a value that is no token is quoted. What has no token
    /// for a name is left out: it could end the line.
    public var description: String {
        items.filter { Token.isValid($0.name) }.map { "; \($0.name)=\(Self.written($0.value))" }.joined()
    }

    /// A value as a token where it is one, otherwise as a quoted string.
    package static func written(_ value: String) -> String {
        if Token.isValid(value) { return value }
        var result: [UInt8] = [UInt8(ascii: "\"")]
        for byte in value.utf8 where byte == 9 || (byte >= 0x20 && byte != 0x7F) {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { result.append(UInt8(ascii: "\\")) }
            result.append(byte)
        }
        result.append(UInt8(ascii: "\""))
        return String(decoding: result, as: UTF8.self)
    }
}
