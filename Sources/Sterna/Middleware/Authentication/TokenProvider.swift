/// Where tokens come from, and where new ones go.
struct TokenProvider: Sendable {
    /// The token to use; `nil` when nobody is signed in.
    let current: @Sendable () async throws -> AccessToken?
    /// Gets a token in place of another; `nil` when tokens are not renewed.
    let refresh: (@Sendable (AccessToken) async throws -> AccessToken?)?
    /// Keeps a new token, or none, in place of another; the one to use from then on, `nil` when there is none.
    let replace: @Sendable (AccessToken, AccessToken?) async throws -> AccessToken?
}
