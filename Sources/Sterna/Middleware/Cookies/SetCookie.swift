/// The field `Set-Cookie`, read as browsers read it (RFC 6265 §5.2): what is odd is passed over, and the rest counts.
struct SetCookie: Hashable {
    /// Name and value together, and an attribute's value, may have so many bytes.
    private static let longestPair = 4096, longestAttribute = 1024

    let name: String
    let value: String
    /// In lower case, without a dot at its start; `nil` when it is not said, or empty.
    private(set) var domain: String?
    /// As it was said; `nil` when it was not.
    private(set) var path: String?
    /// In seconds.
    private(set) var maxAge: Double?
    private(set) var expires: Date?
    private(set) var isSecure = false
    private(set) var isHTTPOnly = false
    private(set) var sameSite: Cookie.SameSite?

    /// Reads one line; `nil` when it sets no cookie.
    init?(_ line: String) {
        guard line.utf8.allSatisfy({ $0 == 9 || ($0 >= 0x20 && $0 != 0x7F) }) else { return nil }
        // Byte by byte: a mark that combines with what stands before it must not hide a separator.
        var parts = line.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)[...]
        let (name, value) = Self.halves(parts.removeFirst())
        // A pair without `=` is a value without a name.
        self.name = value == nil ? "" : name
        self.value = value ?? name
        let length = self.name.utf8.count + self.value.utf8.count
        // A tab would break the lines of a jar's file.
        guard length > 0, length <= Self.longestPair, !(self.name + self.value).utf8.contains(9) else { return nil }
        for part in parts { read(part) }
    }

    private mutating func read(_ part: Substring.UTF8View) {
        let (name, said) = Self.halves(part)
        let value = said ?? ""
        guard value.utf8.count <= Self.longestAttribute, !value.utf8.contains(9) else { return }
        switch name.lowercased() {
        case "expires": expires = CookieDate.date(value) ?? expires
        case "max-age": maxAge = Self.seconds(value) ?? maxAge
        case "domain":
            let name = value.hasPrefix(".") ? String(value.dropFirst()) : value
            domain = name.isEmpty ? nil : name.lowercased()
        case "path": path = value
        case "secure": isSecure = true
        case "httponly": isHTTPOnly = true
        case "samesite": sameSite = Cookie.SameSite.allCases.first { $0.rawValue.lowercased() == value.lowercased() }
        default: break
        }
    }

    /// Digits, with a minus before them or not; so many that no number holds them are a very long time.
    private static func seconds(_ text: String) -> Double? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Double(text)
    }

    /// What stands before and after the first `=`, without white space around either.
    private static func halves(_ part: Substring.UTF8View) -> (String, String?) {
        guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else { return (trimmed(part), nil) }
        return (trimmed(part[..<equals]), trimmed(part[part.index(after: equals)...]))
    }

    private static func trimmed(_ text: Substring.UTF8View) -> String {
        let isBlank: (UInt8) -> Bool = { $0 == 9 || $0 == 0x20 }
        let head = text.drop(while: isBlank)
        guard let end = head.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(Substring(head[...end]))
    }
}
