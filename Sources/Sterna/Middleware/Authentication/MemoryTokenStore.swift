/// A token that is gone when the program ends: for tests.
public final class MemoryTokenStore: TokenStore {
    private let token: Lock<AccessToken?>

    /// A store that holds a token, or none.
    public init(_ token: AccessToken? = nil) {
        self.token = Lock(token)
    }

    /// The token; `nil` when there is none.
    public func load() async throws -> AccessToken? { token.withLock { $0 } }

    /// Keeps the token in place of the one before.
    public func save(_ token: AccessToken) async throws { self.token.withLock { $0 = token } }

    /// Forgets the token.
    public func remove() async throws { token.withLock { $0 = nil } }

    /// Puts a token, or none, in the place of another, in one step.
    public func replace(_ old: AccessToken, with new: AccessToken?) async throws -> AccessToken? {
        token.withLock { token in
            if token?.value == old.value { token = new }
            return token
        }
    }
}
