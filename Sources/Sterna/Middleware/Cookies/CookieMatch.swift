/// Which domains and paths lie beneath others (RFC 6265 §5.1.3, §5.1.4).
enum CookieMatch {
    /// Whether the host is the domain, or a name beneath it. An address is beneath nothing.
    static func domain(_ domain: String, holds host: String) -> Bool {
        host == domain || host.hasSuffix("." + domain) && !isAddress(host)
    }

    /// Whether the path is the cookie's, or lies beneath it: `/a` holds `/a/b`, not `/ab`.
    static func path(_ own: String, holds path: String) -> Bool {
        guard path.utf8.starts(with: own.utf8) else { return false }
        let rest = path.utf8.dropFirst(own.utf8.count)
        return rest.isEmpty || own.hasSuffix("/") || rest.first == UInt8(ascii: "/")
    }

    /// The path of a cookie that names none: that of the request, up to its last slash.
    static func defaultPath(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    /// Whether a host of a URI is an address.
    static func isAddress(_ host: String) -> Bool {
        host.hasPrefix("[") || IPv6Address.ipv4(Array(host.utf8)[...]) != nil
    }
}
