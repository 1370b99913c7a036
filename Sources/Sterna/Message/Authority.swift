/// The part of a URI that says whom to ask: user information, host and port (RFC 3986 §3.2).
struct Authority {
    let userInfo: String?
    let host: String
    let port: Int?

    /// Reads the bytes between `//` and the path; `text` is what they came from, for the error.
    init(_ bytes: ArraySlice<UInt8>, of text: String) throws(InvalidURI) {
        // Browsers read \ as / here, so that the host would depend on who reads.
        guard !bytes.contains(UInt8(ascii: "\\")) else {
            throw InvalidURI(text: text, reason: "a backslash before the path: use /")
        }
        let parts = bytes.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count <= 2, let place = parts.last else {
            throw InvalidURI(
                text: text, reason: "more than one @ before the path: write %40 in a user name or password")
        }
        userInfo =
            parts.count == 1 || parts[0].isEmpty
            ? nil : PercentEncoding.completed(parts[0], allowing: .userInfo)
        let (name, digits) = Self.split(place)
        port = try digits.flatMap { digits throws(InvalidURI) in try Self.port(digits, of: text) }
        do throws(InvalidHost) { host = try HostName.canonical(name) } catch {
            throw InvalidURI(text: text, reason: error.reason)
        }
    }

    /// Cuts at the colon before the port: the last one, outside of the brackets of an IPv6 address.
    private static func split(_ place: ArraySlice<UInt8>) -> (ArraySlice<UInt8>, ArraySlice<UInt8>?) {
        let start = place.lastIndex(of: UInt8(ascii: "]")) ?? place.startIndex
        guard let colon = place[start...].firstIndex(of: UInt8(ascii: ":")) else { return (place, nil) }
        return (place[..<colon], place[(colon + 1)...])
    }

    /// A port within 1 to 65535; `nil` for no digits at all, which means the scheme's own.
    private static func port(_ digits: ArraySlice<UInt8>, of text: String) throws(InvalidURI) -> Int? {
        guard !digits.isEmpty else { return nil }
        let isNumber = digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard isNumber, let port = Int(String(decoding: digits, as: UTF8.self)), (1...65535).contains(port) else {
            let shown = String(decoding: digits, as: UTF8.self)
            throw InvalidURI(
                text: text, reason: "“\(shown)” is no port: use 1 to 65535, and [ ] around an IPv6 address")
        }
        return port
    }
}
