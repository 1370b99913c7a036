/// Keeps the cookies that servers set and says which of them go along with a request, as browsers do (RFC 6265, RFC
/// 6265bis): by host, domain, path, `Secure`, the prefixes `__Host-` and `__Secure-`, and time.
///
/// ```swift
/// configuration.cookies = try CookieJar(file: path)
/// ```
///
/// No server sets a cookie for another site, and none for a public suffix such as `com` or `github.io`: the list of
/// these is libpsl's on Linux. Where that is missing, and on Apple's systems, a cookie goes only to the very host that
/// set it. A secure cookie goes over https alone, also to this machine. Several clients may share a jar.
///
/// A request's own `Cookie` field is sent as it is; the jar adds what it does not name.
public final class CookieJar: Sendable {
    private struct Content: Sendable {
        var store = CookieStore()
        /// Of the file when it was read.
        var stamp: PrivateFile.Stamp?
        var isRead = false
    }

    private let policy: CookiePolicy
    private let path: String?
    private let content = Lock(Content())

    /// A jar in memory, empty at first.
    public init(_ policy: CookiePolicy = CookiePolicy()) {
        self.policy = policy
        path = nil
    }

    /// A jar in a file that only its owner may read (mode 0600), with the lines that curl has in its own.
    ///
    /// Cookies of a session are kept too: the file is the session. It is replaced as a whole whenever a cookie
    /// changes, and several processes may use it at once. A file that is not there is made with the first cookie; its
    /// folder must be there.
    ///
    /// - Throws: ``APIError`` of the kind `fileSystem` when the file cannot be read, may be read by others, or is
    ///   damaged. It is left as it is.
    public init(file path: String, _ policy: CookiePolicy = CookiePolicy()) throws(APIError) {
        self.policy = policy
        self.path = path
        _ = try cookies()
    }

    /// All cookies, the oldest first, also those that are over.
    ///
    /// - Throws: ``APIError`` of the kind `fileSystem` when the file cannot be read.
    public func cookies() throws(APIError) -> [Cookie] {
        try look { $0.cookies }
    }

    /// The cookies that go along with a request to a URL, in their order.
    ///
    /// - Throws: ``APIError`` of the kind `fileSystem` when the file cannot be read.
    public func cookies(for url: URI, at now: Date = Date()) throws(APIError) -> [Cookie] {
        try look { $0.take(for: url, at: now) }
    }

    /// Takes in what an answer from a URL says in its `Set-Cookie` fields, one line each; what the server may not set
    /// is passed over.
    ///
    /// - Throws: ``APIError`` of the kind `fileSystem` when the file cannot be read or written.
    public func set(_ lines: [String], from url: URI, at now: Date = Date()) throws(APIError) {
        let cookies = lines.compactMap(SetCookie.init).compactMap {
            CookieDecision.cookie($0, from: url, at: now, policy, isPublicSuffix: PublicSuffixes.contains)
        }
        guard !cookies.isEmpty else { return }
        try change { [policy] store in
            for cookie in cookies { store.set(cookie, isSecure: url.isSecure, at: now, policy) }
        }
    }

    /// The same for a call: a file may have to be waited for, and not on the thread that carries all calls.
    func keep(_ lines: [String], from url: URI, at now: Date) async throws {
        guard path != nil else { return try set(lines, from: url, at: now) }
        try await Task.detached { [self] in try set(lines, from: url, at: now) }.value
    }

    /// Forgets all cookies, as at the end of a sign-in.
    ///
    /// - Throws: ``APIError`` of the kind `fileSystem` when the file cannot be read or written.
    public func removeAll() throws(APIError) {
        try change { $0 = CookieStore() }
    }

    private func look<Value: Sendable>(_ body: (inout CookieStore) -> Value) throws(APIError) -> Value {
        try attempt { content throws(FileFailure) in
            if let path { try Self.refresh(&content, path) }
            return body(&content.store)
        }
    }

    private func change(_ edit: (inout CookieStore) -> Void) throws(APIError) {
        try attempt { content throws(FileFailure) in
            guard let path else { return edit(&content.store) }
            content.isRead = false
            try PrivateFile.update(path) { data throws(FileFailure) in
                let before = try CookieFile.store(data, path)
                var store = before
                edit(&store)
                return CookieFile.data(store) == CookieFile.data(before) ? nil : CookieFile.data(store)
            }
        }
    }

    /// Reads the file when it is not the one that was read last. The stamp is taken before, so that a change in between
    /// is seen the next time.
    private static func refresh(_ content: inout Content, _ path: String) throws(FileFailure) {
        let stamp = PrivateFile.stamp(of: path)
        guard !content.isRead || stamp != content.stamp else { return }
        content.store = try CookieFile.store(try PrivateFile.read(path), path)
        content.stamp = stamp
        content.isRead = true
    }

    private func attempt<Value: Sendable>(
        _ work: (inout Content) throws(FileFailure) -> Value
    ) throws(APIError) -> Value {
        let result = content.withLock { content -> Result<Value, FileFailure> in
            do throws(FileFailure) { return .success(try work(&content)) } catch { return .failure(error) }
        }
        do { return try result.get() } catch {
            throw APIError(.fileSystem, error.description, underlying: error)
        }
    }
}
