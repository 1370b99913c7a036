/// A cookie that a server set, with what it said about where it goes.
public struct Cookie: Hashable, Sendable {
    /// Which requests of other sites a browser adds a cookie to. It is kept and holds nothing back here: a program has
    /// no site of its own that could differ from the one it calls.
    public enum SameSite: String, Hashable, Sendable, CaseIterable {
        /// Requests that begin on the cookie's own site.
        case strict = "Strict"
        /// Those, and links that lead to it.
        case lax = "Lax"
        /// All.
        case none = "None"
    }

    /// The name; it may be empty.
    public var name: String
    /// The value, as the server wrote it.
    public var value: String
    /// The host that set it, or the domain that it is for; in lower-case ASCII.
    public var domain: String
    /// Whether it goes to that host alone, and to none beneath it.
    public var isHostOnly: Bool
    /// The path at which it begins to count.
    public var path: String
    /// Whether it goes over https alone.
    public var isSecure: Bool
    /// Whether scripts of a page may not see it; for a browser to obey.
    public var isHTTPOnly: Bool
    /// What the server said about other sites; `nil` when nothing.
    public var sameSite: SameSite?
    /// The moment at which it ends; `nil` for the end of the session, which a jar in memory ends with itself.
    public var expires: Date?
    /// When it was sent last: of too many, those go first that nobody used for long.
    var lastUse = Date.distantPast
}

extension Cookie: CustomStringConvertible {
    /// Name, domain and path; never the value.
    public var description: String { "\(name)=\(Redaction.mask) of \(domain)\(path)" }
}

extension Cookie {
    /// Whether it is over.
    func hasExpired(at now: Date) -> Bool { expires.map { $0 <= now } ?? false }

    /// Whether it goes along with a request to this URL (RFC 6265 §5.4).
    func belongs(to url: URI) -> Bool {
        let isForHost = isHostOnly ? url.host == domain : CookieMatch.domain(domain, holds: url.host)
        return isForHost && (!isSecure || url.isSecure) && CookieMatch.path(path, holds: url.path)
    }

    /// Whether both are one cookie, whose newer value replaces the older.
    func isSame(as other: Cookie) -> Bool {
        name == other.name && domain == other.domain && isHostOnly == other.isHostOnly && path == other.path
    }

    /// As it stands in the field `Cookie`.
    var pair: String { name.isEmpty ? value : "\(name)=\(value)" }
}
