/// A body as text with what is secret in it masked, whatever it is labelled as.
package enum MaskedText {
    /// `nil` of a body that is no text.
    package static func text(of data: Data, _ type: MediaType?, _ redaction: Redaction) -> String? {
        guard mayBeText(data, type) else { return nil }
        if let json = json(data, type) { return json.redacted(with: redaction) }
        let text = String(decoding: data, as: UTF8.self)
        return type?.isForm == true ? redaction.redacting(query: text) : redaction.redacting(text: text)
    }

    /// JSON is often sent as text, or without a type.
    private static func json(_ data: Data, _ type: MediaType?) -> JSONText? {
        let isLabelled = type?.isJSON == true
        let first = data.first { !" \t\r\n\u{FEFF}".utf8.contains($0) }
        guard isLabelled || first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
        let text = JSONText(data.withoutByteOrderMark)
        let isWhole = text.syntaxError.map(\.isTruncated) ?? true
        return isWhole || isLabelled && !text.tokens.isEmpty ? text : nil
    }

    /// What has a type says so itself; what has none is text when it is UTF-8 without control characters. It may be cut
    /// within a character.
    private static func mayBeText(_ data: Data, _ type: MediaType?) -> Bool {
        if let type { return type.isText || type.isJSON || type.isForm || type.isXML }
        let start = data.prefix(4096)
        guard !start.contains(where: { $0 < 0x20 && $0 != 9 && $0 != 10 && $0 != 13 }) else { return false }
        return (0...3).contains { String(validating: start.dropLast($0), as: UTF8.self) != nil }
    }
}

extension MediaType {
    fileprivate var isForm: Bool { subtype == "x-www-form-urlencoded" }
    fileprivate var isXML: Bool { subtype == "xml" || subtype.hasSuffix("+xml") }
}
