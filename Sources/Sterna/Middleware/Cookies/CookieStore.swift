/// The cookies of a jar, the oldest first.
struct CookieStore: Hashable, Sendable {
    private(set) var cookies: [Cookie] = []

    init(_ cookies: [Cookie] = []) {
        self.cookies = cookies
    }

    /// Takes a cookie in, in the place of the one before; one that is over removes it.
    ///
    /// - Parameter isSecure: whether it came over https. What came in the clear takes the place of no secure cookie.
    mutating func set(_ cookie: Cookie, isSecure: Bool, at now: Date, _ policy: CookiePolicy) {
        guard isSecure || !cookies.contains(where: { Self.protects($0, from: cookie) }) else { return }
        cookies.removeAll { $0.hasExpired(at: now) }
        let place = cookies.firstIndex { $0.isSame(as: cookie) }
        if cookie.hasExpired(at: now) {
            if let place { cookies.remove(at: place) }
        } else if let place {
            cookies[place] = cookie
        } else {
            cookies.append(cookie)
            makeRoom(in: cookie.domain, policy)
        }
    }

    /// The cookies that go to a URL: longer paths first, then older ones (RFC 6265 §5.4).
    mutating func take(for url: URI, at now: Date) -> [Cookie] {
        var found: [Cookie] = []
        for index in cookies.indices where cookies[index].belongs(to: url) && !cookies[index].hasExpired(at: now) {
            cookies[index].lastUse = now
            found.append(cookies[index])
        }
        return found.enumerated().sorted { a, b in
            let (long, short) = (a.element.path.utf8.count, b.element.path.utf8.count)
            return long == short ? a.offset < b.offset : long > short
        }.map(\.element)
    }

    /// Whether an older secure cookie would be hidden by one that came in the clear (RFC 6265bis §5.7, step 15).
    private static func protects(_ old: Cookie, from new: Cookie) -> Bool {
        old.isSecure && old.name == new.name
            && (CookieMatch.domain(old.domain, holds: new.domain) || CookieMatch.domain(new.domain, holds: old.domain))
            && CookieMatch.path(old.path, holds: new.path)
    }

    private mutating func makeRoom(in domain: String, _ policy: CookiePolicy) {
        while cookies.reduce(0, { $0 + ($1.domain == domain ? 1 : 0) }) > policy.perDomain {
            removeLeastUsed { $0.domain == domain }
        }
        while cookies.count > policy.total { removeLeastUsed { _ in true } }
    }

    /// Removes the one that was not sent for the longest time; those that may go in the clear before the others. The
    /// newest stays.
    private mutating func removeLeastUsed(where isMeant: (Cookie) -> Bool) {
        let candidates = cookies.indices.filter { isMeant(cookies[$0]) }
        let old = candidates.count > 1 ? candidates.dropLast() : candidates[...]
        let first = old.min { a, b in
            let (one, other) = (cookies[a], cookies[b])
            return one.isSecure == other.isSecure ? one.lastUse < other.lastUse : !one.isSecure
        }
        if let first { cookies.remove(at: first) }
    }
}
