import Sterna

/// Completes the URL as a person types it.
enum AddressShorthand {
    /// The URL in full:
    /// - `:8080/x` and `:/x` are `http://localhost:8080/x` and `http://localhost/x`;
    /// - `localhost…`, `127.….….…`, `[::1]…`, `0.0.0.0…` and names beneath `.localhost` get `http://`;
    /// - every other host without a scheme gets `https://`.
    static func expanded(_ text: String) -> String {
        guard !hasScheme(text) else { return text }
        if text.hasPrefix("//") { return expanded(String(text.dropFirst(2))) }
        if text.hasPrefix(":") { return "http://localhost" + portless(text) }
        return (isLocal(host(of: text)) ? "http://" : "https://") + text
    }

    /// The text with user information, query and fragment left out, for messages.
    static func shown(_ text: String) -> String {
        let plain = text.prefix { $0 != "?" && $0 != "#" }
        guard let at = plain.lastIndex(of: "@") else { return String(plain) }
        let start = plain.firstRange(of: "://")?.upperBound ?? plain.startIndex
        return start <= at ? plain[..<start] + "…" + plain[at...] : String(plain)
    }

    /// `:/x` names no port.
    private static func portless(_ text: String) -> String {
        let rest = text.dropFirst()
        return rest.first.map { $0.isNumber } ?? false ? text : String(rest)
    }

    private static func hasScheme(_ text: String) -> Bool {
        guard let mark = text.firstRange(of: "://"), mark.lowerBound > text.startIndex else { return false }
        return text[..<mark.lowerBound].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }

    private static func host(of text: String) -> String {
        let authority = text.prefix { !"/?#".contains($0) }
        let place = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        if place.hasPrefix("["), let end = place.firstIndex(of: "]") { return String(place[...end]).lowercased() }
        return String(place.prefix { $0 != ":" }).lowercased()
    }

    private static func isLocal(_ host: String) -> Bool {
        if host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" || host == "0.0.0.0" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
