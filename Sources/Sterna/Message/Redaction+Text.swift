extension Redaction {
    /// A text that may be a URI, or a reference to one, with user information and the values of secret query items
    /// masked. The text need not be valid.
    public func redacting(link text: String) -> String {
        var head = text[...]
        var tail = ""
        if let mark = text.firstIndex(where: { $0 == "?" || $0 == "#" }) {
            head = text[..<mark]
            let parts = text[mark...].dropFirst().split(separator: "#", omittingEmptySubsequences: false)
            tail = "\(text[mark])" + parts.map { redacting(query: String($0)) }.joined(separator: "#")
        }
        guard let start = Self.authorityStart(of: head) else { return head + tail }
        let end = head[start...].firstIndex(of: "/") ?? head.endIndex
        guard let at = head[start..<end].lastIndex(of: "@") else { return head + tail }
        return head[..<start] + "***" + head[at...] + tail
    }

    /// Any text, such as an error's words or the value of a field, with what is secret in it masked as far as it can
    /// be told: URLs, `name=value` of a secret name, and what follows `Bearer` and `Basic`.
    public func redacting(text: String) -> String {
        let isTelling = text.utf8.contains { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "@") }
        let folded = isTelling ? "" : text.lowercased()
        guard isTelling || folded.contains("bearer ") || folded.contains("basic ") else { return text }
        var result = ""
        var previous = Substring()
        var quote: Substring?
        let pieces = Self.pieces(of: text)
        for (index, piece) in pieces.enumerated() {
            if let open = quote {
                if piece == open { (quote, result) = (nil, result + "***" + piece) }
                continue
            }
            let isParameter = piece.last == "=" && index + 1 < pieces.count && Self.isQuote(pieces[index + 1])
            result += redacting(piece: piece, after: isParameter ? "" : previous)
            if Self.isQuote(piece), isSecretName(previous) { quote = piece }
            if piece.first?.isWhitespace == false { previous = piece }
        }
        return quote == nil ? result : result + "***"
    }

    /// Whether a piece ends in `name=` of a secret name, so that the quoted text after it is one.
    private func isSecretName(_ piece: Substring) -> Bool {
        guard piece.last == "=" else { return false }
        let name = piece.dropLast().split { "?&#;".contains($0) }.last
        return name.map { isSecret(String($0)) } ?? false
    }

    private static func isQuote(_ piece: Substring) -> Bool { piece == "\"" || piece == "'" }

    private func redacting(piece: Substring, after previous: Substring) -> String {
        let scheme = previous.lowercased()
        if scheme == "bearer" || scheme == "basic", Self.isCredential(piece) { return Self.mask }
        return redacting(link: String(piece)).split(separator: ";", omittingEmptySubsequences: false).map { part in
            part.contains("?") || part.contains("#") ? String(part) : redacting(query: String(part))
        }.joined(separator: ";")
    }

    /// The grammar token68 of RFC 9110 §11.2; a parameter such as `realm=` is none.
    private static func isCredential(_ piece: Substring) -> Bool {
        let body = piece.utf8.reversed().drop { $0 == UInt8(ascii: "=") }
        return piece.utf8.count >= 6
            && body.allSatisfy {
                ByteSet.unreserved.contains($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/")
            }
    }

    /// The text cut before and after blanks, quotes, commas and angle brackets, each of which is a piece as well.
    private static func pieces(of text: String) -> [Substring] {
        var pieces: [Substring] = []
        var start = text.startIndex
        for index in text.indices where isBoundary(text[index]) {
            if start < index { pieces.append(text[start..<index]) }
            start = text.index(after: index)
            pieces.append(text[index..<start])
        }
        if start < text.endIndex { pieces.append(text[start...]) }
        return pieces
    }

    private static func isBoundary(_ character: Character) -> Bool {
        character.isWhitespace || "\"'<>,()“”".contains(character)
    }

    private static func authorityStart(of text: Substring) -> String.Index? {
        guard let slash = text.firstIndex(of: "/") else { return nil }
        let next = text.index(after: slash)
        return next < text.endIndex && text[next] == "/" ? text.index(after: next) : nil
    }
}
