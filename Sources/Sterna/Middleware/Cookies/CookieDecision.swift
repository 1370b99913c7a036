/// Whether a server may set a cookie, and where it goes then: a pure function (RFC 6265 §5.3, RFC 6265bis §5.7).
enum CookieDecision {
    /// The cookie; `nil` when the server may not set it. One that has expired already is to be removed.
    ///
    /// - Parameter isPublicSuffix: whether anybody can have a name beneath a domain; `nil` when nobody knows: a cookie
    ///   then goes to the host alone that set it.
    static func cookie(
        _ set: SetCookie, from url: URI, at now: Date, _ policy: CookiePolicy, isPublicSuffix: ((String) -> Bool)?
    ) -> Cookie? {
        guard let (domain, isHostOnly) = domain(set.domain, url.host, isPublicSuffix) else { return nil }
        // What came in the clear could have been set by anyone on the way.
        guard !set.isSecure || url.isSecure else { return nil }
        let path = set.path.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? CookieMatch.defaultPath(of: url.path)
        guard holdsPromise(of: set, path, isForHost: set.domain == nil) else { return nil }
        return Cookie(
            name: set.name, value: set.value, domain: domain, isHostOnly: isHostOnly, path: path,
            isSecure: set.isSecure, isHTTPOnly: set.isHTTPOnly, sameSite: set.sameSite,
            expires: end(of: set, at: now, policy), lastUse: now)
    }

    private static func domain(
        _ asked: String?, _ host: String, _ isPublicSuffix: ((String) -> Bool)?
    ) -> (String, isHostOnly: Bool)? {
        guard let asked, asked != host else { return (host, asked.map { goesToItAlone($0, isPublicSuffix) } ?? true) }
        guard !asked.hasSuffix("."), CookieMatch.domain(asked, holds: host) else { return nil }
        guard let isPublicSuffix else { return (host, true) }
        return isPublicSuffix(asked) ? nil : (asked, false)
    }

    /// Whether a cookie for the domain of its host goes to that host alone after all.
    private static func goesToItAlone(_ host: String, _ isPublicSuffix: ((String) -> Bool)?) -> Bool {
        guard !CookieMatch.isAddress(host), !host.hasSuffix("."), let isPublicSuffix else { return true }
        return isPublicSuffix(host)
    }

    /// Whether a name that promises how it was set tells the truth (RFC 6265bis §4.1.3); one without a name must not
    /// look as if it did.
    private static func holdsPromise(of set: SetCookie, _ path: String, isForHost: Bool) -> Bool {
        let name = (set.name.isEmpty ? set.value : set.name).lowercased()
        let isHost = name.hasPrefix("__host-")
        guard isHost || name.hasPrefix("__secure-") else { return true }
        guard !set.name.isEmpty, set.isSecure else { return false }
        return !isHost || isForHost && set.path != nil && path == "/"
    }

    private static func end(of set: SetCookie, at now: Date, _ policy: CookiePolicy) -> Date? {
        let latest = now.addingTimeInterval(policy.longestLife / .seconds(1))
        if let age = set.maxAge {
            return age <= 0 ? .distantPast : min(latest, now.addingTimeInterval(min(age, 1e12)))
        }
        return set.expires.map { min(latest, $0) }
    }
}
