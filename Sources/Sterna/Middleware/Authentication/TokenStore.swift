/// Where a token is kept between runs of the program.
///
/// Use ``FileTokenStore`` on Linux, `KeychainTokenStore` on Apple's systems, and ``MemoryTokenStore`` in tests.
public protocol TokenStore: Sendable {
    /// The token; `nil` when there is none.
    func load() async throws -> AccessToken?
    /// Keeps the token in place of the one before.
    func save(_ token: AccessToken) async throws
    /// Forgets the token.
    func remove() async throws
    /// Puts a token, or none, in the place of another, unless somebody else has changed it meanwhile: a renewal that
    /// comes late must not take the place of a sign-in that came after it began.
    ///
    /// - Parameters:
    ///   - old: the token that was read; another one in the store, or none, stays.
    ///   - new: the token to keep; `nil` forgets the old one.
    /// - Returns: the token that the store holds then.
    func replace(_ old: AccessToken, with new: AccessToken?) async throws -> AccessToken?
}

extension TokenStore {
    /// Loads, compares, and saves or removes: the default. A store that can do so in one step is safer.
    public func replace(_ old: AccessToken, with new: AccessToken?) async throws -> AccessToken? {
        let held = try await load()
        guard held?.value == old.value else { return held }
        if let new { try await save(new) } else { try await remove() }
        return new
    }
}
