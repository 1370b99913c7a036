/// A token that lets its bearer in (RFC 6750), and when it ends.
public struct AccessToken: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The token itself.
    public var value: Secret
    /// When it ends; `nil` when that is not known. A token that is about to end is renewed before it is used.
    public var expiresAt: Date?
    /// What a new token is asked for with (RFC 6749 §1.5); `nil` when there is none.
    public var refreshToken: Secret?

    /// A token.
    public init(_ value: Secret, expiresAt: Date? = nil, refreshToken: Secret? = nil) {
        self.value = value
        self.expiresAt = expiresAt
        self.refreshToken = refreshToken
    }

    /// A token from a literal, for tests and samples.
    public init(stringLiteral value: String) {
        self.init(Secret(value))
    }
}
