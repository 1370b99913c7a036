/// Finds what is secret in any text by where it stands: behind `name=` and `name:` of a secret name, in an element of
/// such a name, behind the scheme of a credential, and before the `@` of a URL.
///
/// It does not have to know what the text is: a URL, a form, JSON or a piece of it, fields of a message, XML, prose.
struct SecretScanner {
    private let text: [UInt8]
    private let isSecret: (String) -> Bool
    private let isField: (String) -> Bool

    /// - Parameters:
    ///   - isSecret: whether what is called so is secret.
    ///   - isField: whether it is a field of a message, whose value goes on to the end of its line.
    init(_ text: [UInt8], isSecret: @escaping (String) -> Bool, isField: @escaping (String) -> Bool) {
        self.text = text
        self.isSecret = isSecret
        self.isField = isField
    }

    /// The places of the secrets, in their order, none within another.
    func ranges() -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var place = 0
        while place < text.count {
            if let range = secret(at: place), !range.isEmpty {
                ranges.append(range)
                place = range.upperBound
            } else {
                place += 1
            }
        }
        return ranges
    }

    /// The secret that the byte at a place leads to.
    private func secret(at place: Int) -> Range<Int>? {
        switch text[place] {
        case UInt8(ascii: "="), UInt8(ascii: ":"): value(after: place)
        case UInt8(ascii: ">"): element(after: place)
        case UInt8(ascii: "/"): userInformation(from: place)
        case UInt8(ascii: " "): credential(after: place)
        default: nil
        }
    }

    private func byte(_ place: Int) -> UInt8? { text.indices.contains(place) ? text[place] : nil }

    private func string(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }

    /// The first place from one on where a condition holds, or the end of the text.
    private func place(from start: Int, where condition: (Int) -> Bool) -> Int {
        var place = start
        while place < text.count, !condition(place) { place += 1 }
        return place
    }
}

// MARK: - Values of names

extension SecretScanner {
    private func value(after separator: Int) -> Range<Int>? {
        let name = name(before: separator)
        guard !name.isEmpty, name.count <= 100 else { return nil }
        let text = PercentEncoding.decoded(string(name), plusIsSpace: true)
        guard isSecret(text) else { return text.lowercased() == "name" ? part(named: separator + 1) : nil }
        let start = place(from: separator + 1) { self.text[$0] != 0x20 && self.text[$0] != 9 }
        guard let first = byte(start) else { return nil }
        if let quoted = quoted(start) { return quoted }
        guard byte(separator) == UInt8(ascii: ":") else { return word(start) }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return balanced(start) }
        if isField(text) { return line(start, of: name) }
        let isProse = byte(name.upperBound) == UInt8(ascii: ":") && Self.weak.contains(text.lowercased())
        return isProse ? nil : word(start)
    }

    /// The name that ends before a separator, be it in quotes or not.
    private func name(before separator: Int) -> Range<Int> {
        var end = separator
        while byte(end - 1) == 0x20 { end -= 1 }
        if let last = byte(end - 1), Self.isQuote(last) {
            end -= 1
            while byte(end - 1) == Self.backslash { end -= 1 }
        }
        var start = end
        while let last = byte(start - 1), Self.isOfName(last) { start -= 1 }
        return start..<end
    }

    /// The text within quotes, which may be escaped themselves, as in JSON within JSON.
    private func quoted(_ start: Int) -> Range<Int>? {
        let quote = place(from: start) { text[$0] != Self.backslash }
        guard let mark = byte(quote), Self.isQuote(mark) else { return nil }
        let escapes = quote - start
        var end = quote + 1
        while end < text.count {
            if text[end] == mark, escapes == 0 { break }
            guard text[end] == Self.backslash else {
                end += 1
                continue
            }
            let run = place(from: end) { text[$0] != Self.backslash }
            // The same number of backslashes closes what they opened; more of them escape a quote within.
            if byte(run) == mark, escapes > 0, run - end == escapes { break }
            end = escapes == 0 ? end + 2 : run + 1
        }
        return quote + 1..<min(end, text.count)
    }

    /// Up to what ends a value in a query, a form, a list of parameters, or prose.
    private func word(_ start: Int) -> Range<Int>? {
        let end = place(from: start) { isEnd($0) }
        return Self.prose.contains(string(start..<end).lowercased()) ? nil : start..<end
    }

    private func isEnd(_ place: Int) -> Bool {
        let byte = text[place]
        if byte <= 0x20 || Self.delimiters.contains(byte) { return true }
        if byte == Self.backslash, let next = self.byte(place + 1) { return "\"'nrt".utf8.contains(next) }
        return text[place...].starts(with: "”".utf8) || text[place...].starts(with: "“".utf8)
    }

    /// An object or a list, to the bracket that closes it.
    private func balanced(_ start: Int) -> Range<Int> {
        var depth = 0
        var place = start
        while place < text.count {
            switch text[place] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "\""): place = quoted(place)?.upperBound ?? place
            default: break
            }
            place += 1
            if depth == 0 { break }
        }
        return start..<min(place, text.count)
    }

    /// The rest of a field's line; the scheme of a credential stays.
    private func line(_ start: Int, of name: Range<Int>) -> Range<Int> {
        let opening = byte(name.lowerBound - 1)
        let isInMarks = text[..<name.lowerBound].suffix(3).elementsEqual("“".utf8)
        let end = place(from: start) { place in
            if text[place] == 10 || text[place] == 13 { return true }
            if text[place] == Self.backslash,
                byte(place + 1) == UInt8(ascii: "n") || byte(place + 1) == UInt8(ascii: "r")
            {
                return true
            }
            if let opening, Self.isQuote(opening) { return text[place] == opening }
            return isInMarks && text[place...].starts(with: "”".utf8)
        }
        guard let space = text[start..<end].firstIndex(of: 0x20), Self.isScheme(text[start..<space]) else {
            return start..<end
        }
        return space + 1..<end
    }
}

// MARK: - Other places

extension SecretScanner {
    /// `<password>…<`
    private func element(after bracket: Int) -> Range<Int>? {
        guard let opening = text[..<bracket].suffix(200).lastIndex(of: UInt8(ascii: "<")), opening + 1 < bracket,
            text[opening + 1] != UInt8(ascii: "/")
        else { return nil }
        let end = place(from: opening + 1) { !Self.isOfName(text[$0]) && text[$0] != UInt8(ascii: ":") }
        let name = text[opening + 1..<end].split(separator: UInt8(ascii: ":")).last ?? []
        guard !name.isEmpty, isSecret(String(decoding: name, as: UTF8.self)) else { return nil }
        return bracket + 1..<place(from: bracket + 1) { text[$0] == UInt8(ascii: "<") }
    }

    /// The content of a part of a form whose head says `name="password"` (RFC 7578 §4.2).
    private func part(named start: Int) -> Range<Int>? {
        guard let name = quoted(start), isSecret(string(name)) else { return nil }
        let head = name.upperBound..<min(text.count, name.upperBound + 500)
        guard let blank = head.first(where: { text[$0...].starts(with: "\r\n\r\n".utf8) }) else { return nil }
        return blank + 4..<place(from: blank + 4) { text[$0...].starts(with: "\r\n--".utf8) }
    }

    /// `//user:password@`
    private func userInformation(from slash: Int) -> Range<Int>? {
        guard byte(slash + 1) == UInt8(ascii: "/") else { return nil }
        let end = place(from: slash + 2) { text[$0] <= 0x20 || Self.authorityEnds.contains(text[$0]) }
        guard let at = text[..<end][(slash + 2)...].lastIndex(of: UInt8(ascii: "@")) else { return nil }
        return slash + 2..<at
    }

    /// `Bearer …`: what has the grammar token68 of RFC 9110 §11.2; a parameter such as `realm=` is none.
    private func credential(after space: Int) -> Range<Int>? {
        let start = space + 1
        var nameStart = space
        while let last = byte(nameStart - 1), Self.isOfName(last) { nameStart -= 1 }
        let scheme = string(nameStart..<space).lowercased()
        guard Self.schemes.contains(scheme) else { return nil }
        let body = place(from: start) { !Self.token68.contains(text[$0]) }
        let end = place(from: body) { text[$0] != UInt8(ascii: "=") }
        guard end - start >= 6, end == body || end == text.count || isEnd(end) && !Self.isQuote(text[end]) else {
            return nil
        }
        let isWord = text[start..<end].allSatisfy { (0x61...0x7A).contains($0) || $0 == UInt8(ascii: ".") }
        return isWord && !Self.plainSchemes.contains(scheme) ? nil : start..<end
    }
}

// MARK: - Bytes and words

extension SecretScanner {
    private static let backslash = UInt8(ascii: "\\")
    private static let delimiters = ByteSet("&;,\"'<>(){}[]")
    private static let authorityEnds = ByteSet("/?#\"'<>\\")
    private static let names = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_%[]")
    private static let token68 = ByteSet("+/", .unreserved)

    /// Schemes of credentials (RFC 9110 §11.4). Those that are words as well need more than a small word after them.
    private static let schemes: Set<String> = plainSchemes.union([
        "token", "digest", "apikey", "api-key", "negotiate", "ntlm", "dpop", "hawk", "oauth", "mac", "sharedkey",
        "privatetoken", "key", "jwt", "gnap", "hoba", "mutual", "vapid", "aws4-hmac-sha256",
    ])
    private static let plainSchemes: Set<String> = ["bearer", "basic"]

    /// What follows a colon in a sentence, and says that something is wrong with a secret.
    private static let prose: Set<String> = [
        "is", "was", "has", "must", "not", "no", "null", "nil", "none", "true", "false", "undefined", "missing",
        "required",
        "expired", "invalid", "revoked", "expected", "found", "unknown", "malformed", "the", "a", "an", "field",
        "value",
    ]

    /// Names that are words of sentences as well: `code: 28`.
    private static let weak: Set<String> = ["code", "key", "session", "sig", "signature", "assertion", "secret"]

    private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

    private static func isOfName(_ byte: UInt8) -> Bool { names.contains(byte) }

    /// Whether a first word is the scheme of a credential and not a part of it.
    static func isScheme(_ word: some Collection<UInt8>) -> Bool {
        guard let first = word.first, word.count <= 20, (0x41...0x5A).contains(first & 0xDF) else { return false }
        return word.allSatisfy { names.contains($0) && $0 != UInt8(ascii: "%") && $0 != UInt8(ascii: "_") }
    }
}
