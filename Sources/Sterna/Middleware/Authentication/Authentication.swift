/// How a client signs its requests in.
///
/// ```swift
/// $0.authentication = .bearer(current: { try await tokens.access() }, refresh: { _ in try await tokens.renew() })
/// ```
///
/// The credential goes to endpoints that ask for it (``Endpoint/requiresAuthentication``), and to the origin of the
/// client's base URL alone, unless others are declared (``origins``). A request that has a credential of its own in the
/// same place keeps it.
public struct Authentication: Sendable {
    /// Which requests carry the credential.
    public enum Scope: Sendable, Hashable {
        /// Those of endpoints that require it. The default.
        case required
        /// All that go to the client's origin.
        case always
    }

    /// Which requests carry the credential. Default: those of endpoints that require it.
    public var scope = Scope.required
    /// Further origins that the credential is for: requests to them carry it, and so do redirects to them. Each must
    /// be as trusted as the base URL's: `[try URI("https://files.example.com").origin]`. Default: none.
    public var origins: Set<Origin> = []
    let scheme: any AuthenticationScheme
    /// Whether the scheme has its credential at hand, so that nobody ever waits for it.
    let isImmediate: Bool

    /// A scheme of one's own.
    public init(_ scheme: any AuthenticationScheme) {
        self.scheme = scheme
        isImmediate = false
    }

    private init(_ credential: FixedCredential) {
        scheme = credential
        isImmediate = true
    }

    /// User and password in every request (RFC 7617).
    ///
    /// The name must have no colon, and neither may have a control character (RFC 7617 §2): a request with such a one
    /// is `invalidRequest`, and nothing is sent.
    public static func basic(user: String, password: Secret) -> Authentication {
        Authentication(FixedCredential.basic(user, password))
    }

    /// A key in a field, which is secret in every output.
    public static func apiKey(_ key: Secret, field: HTTPField.Name) -> Authentication {
        Authentication(FixedCredential.key(key, field: field))
    }

    /// A key in an item of the query, which is secret in every output.
    public static func apiKey(_ key: Secret, query name: String) -> Authentication {
        Authentication(FixedCredential.key(key, query: name))
    }

    /// A token that is known and never renewed.
    public static func bearer(_ token: AccessToken) -> Authentication {
        Authentication(FixedCredential.bearer(token.value))
    }

    /// A token that a provider keeps.
    ///
    /// - Parameters:
    ///   - policy: when and how long a token is renewed.
    ///   - clock: where the time comes from.
    ///   - current: the token to use; `nil` when nobody is signed in, then a request that needs one is `unauthorized`.
    ///   - refresh: gets a new token in place of the one that it is given, and keeps it where `current` finds it.
    ///     Called once for all requests that wait. `nil`, or ``APIError`` of the kind `unauthorized` or `rejected`,
    ///     says that the sign-in is over: no further request leaves with the old token. Requests that it sends through
    ///     the same client carry no credential.
    public static func bearer(
        policy: RefreshPolicy = RefreshPolicy(), clock: any TimeSource = ContinuousClock(),
        current: @escaping @Sendable () async throws -> AccessToken?,
        refresh: (@Sendable (AccessToken) async throws -> AccessToken?)? = nil
    ) -> Authentication {
        let provider = TokenProvider(current: current, refresh: refresh) { _, new in new }
        return Authentication(BearerScheme(policy, clock, provider))
    }

    /// A token in a store.
    ///
    /// - Parameters:
    ///   - store: where the token is kept; a new one is saved there, and one that was refused is removed. A token that
    ///     somebody else has put there meanwhile stays, and is used.
    ///   - policy: when and how long a token is renewed.
    ///   - clock: where the time comes from.
    ///   - refresh: gets a new token in place of the one that it is given, as in
    ///     ``bearer(policy:clock:current:refresh:)``.
    public static func bearer(
        store: any TokenStore, policy: RefreshPolicy = RefreshPolicy(), clock: any TimeSource = ContinuousClock(),
        refresh: @escaping @Sendable (AccessToken) async throws -> AccessToken?
    ) -> Authentication {
        let provider = TokenProvider(
            current: { try await store.load() },
            refresh: { old in
                var new = try await refresh(old)
                // A server that sends no new refresh token means the old one to stay (RFC 6749 §6).
                if new?.refreshToken == nil { new?.refreshToken = old.refreshToken }
                return new
            },
            replace: { try await store.replace($0, with: $1) })
        return Authentication(BearerScheme(policy, clock, provider))
    }
}
