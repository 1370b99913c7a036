/// The five parts of a reference to a resource, as bytes, not yet looked into (RFC 3986 §4.1, appendix B).
struct URIReference {
    /// Before the first `:`, when it is a scheme.
    let scheme: ArraySlice<UInt8>?
    /// Between `//` and the next `/`, `?` or `#`.
    let authority: ArraySlice<UInt8>?
    let path: ArraySlice<UInt8>
    /// After `?`.
    let query: ArraySlice<UInt8>?
    /// After `#`.
    let fragment: ArraySlice<UInt8>?

    /// Takes a reference apart; refuses what no reference may hold whatever its parts are.
    init(_ text: String) throws(InvalidURI) {
        let bytes = Array(text.utf8)
        if let place = bytes.firstIndex(where: { $0 < 0x20 || $0 == 0x7F }) {
            throw InvalidURI(text: text, reason: "a control character at byte \(place): remove it, or write it as %XX")
        }
        guard bytes.first != 0x20, bytes.last != 0x20 else {
            throw InvalidURI(text: text, reason: "a space at the beginning or the end: remove it")
        }
        var rest = bytes[...]
        fragment = Self.cut(&rest, at: UInt8(ascii: "#"))
        query = Self.cut(&rest, at: UInt8(ascii: "?"))
        scheme = Self.scheme(&rest)
        authority = Self.authority(&rest)
        path = rest
    }

    /// Takes off what follows the first `mark`.
    private static func cut(_ rest: inout ArraySlice<UInt8>, at mark: UInt8) -> ArraySlice<UInt8>? {
        guard let place = rest.firstIndex(of: mark) else { return nil }
        defer { rest = rest[..<place] }
        return rest[(place + 1)...]
    }

    private static func scheme(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let first = rest.first, isLetter(first) else { return nil }
        guard let end = rest.firstIndex(where: { !isSchemeByte($0) }), rest[end] == UInt8(ascii: ":") else {
            return nil
        }
        defer { rest = rest[(end + 1)...] }
        return rest[..<end]
    }

    private static func authority(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard rest.starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]) else { return nil }
        let start = rest.startIndex + 2
        let end = rest[start...].firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
        defer { rest = rest[end...] }
        return rest[start..<end]
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isSchemeByte(_ byte: UInt8) -> Bool {
        isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "+")
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }
}
