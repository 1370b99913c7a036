/// How a client signs its requests in.
///
/// ```swift
/// $0.authentication = .bearer(current: { try await tokens.access() }, refresh: { _ in try await tokens.renew() })
/// ```
///
/// The credential goes to endpoints that ask for it (``Endpoint/requiresAuthentication``), and to the origin of the
/// client's base URL alone. A request that has an `Authorization` of its own keeps it.
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
    let scheme: any AuthenticationScheme

    /// A scheme of one's own.
    public init(_ scheme: any AuthenticationScheme) {
        self.scheme = scheme
    }

    /// User and password in every request (RFC 7617).
    public static func basic(user: String, password: Secret) -> Authentication {
        Authentication(FixedCredential(.field(.authorization), Secret(FixedCredential.basic(user, password.value))))
    }

    /// A key in a field, which is secret in every output.
    public static func apiKey(_ key: Secret, field: HTTPField.Name) -> Authentication {
        Authentication(FixedCredential(.field(field), key))
    }

    /// A key in an item of the query, which is secret in every output.
    public static func apiKey(_ key: Secret, query name: String) -> Authentication {
        Authentication(FixedCredential(.query(name), key))
    }

    /// A token that is known and never renewed.
    public static func bearer(_ token: AccessToken) -> Authentication {
        bearer(current: { token })
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
        Authentication(BearerScheme(policy, clock, current, refresh))
    }

    /// A token in a store.
    ///
    /// - Parameters:
    ///   - store: where the token is kept; a new one is saved there, and one that was refused is removed.
    ///   - policy: when and how long a token is renewed.
    ///   - clock: where the time comes from.
    ///   - refresh: gets a new token in place of the one that it is given, as in
    ///     ``bearer(policy:clock:current:refresh:)``.
    public static func bearer(
        store: any TokenStore, policy: RefreshPolicy = RefreshPolicy(), clock: any TimeSource = ContinuousClock(),
        refresh: @escaping @Sendable (AccessToken) async throws -> AccessToken?
    ) -> Authentication {
        bearer(policy: policy, clock: clock, current: { try await store.load() }) { old in
            guard var new = try await refresh(old) else {
                try await store.remove()
                return nil
            }
            // A server that sends no new refresh token means the old one to stay (RFC 6749 §6).
            new.refreshToken = new.refreshToken ?? old.refreshToken
            try await store.save(new)
            return new
        }
    }
}
