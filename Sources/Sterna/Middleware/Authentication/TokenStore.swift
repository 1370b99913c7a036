/// Where a token is kept between runs of the program.
///
/// Use ``FileTokenStore`` on Linux, the keychain's on Apple's systems, and ``MemoryTokenStore`` in tests.
public protocol TokenStore: Sendable {
    /// The token; `nil` when there is none.
    func load() async throws -> AccessToken?
    /// Keeps the token in place of the one before.
    func save(_ token: AccessToken) async throws
    /// Forgets the token.
    func remove() async throws
}
