/// A text that must not be shown: a token, a password, a key. Its descriptions are masked; ``value`` is not.
public struct Secret: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The text itself.
    public let value: String

    /// A secret from its text.
    public init(_ value: String) {
        self.value = value
    }

    /// A secret from a literal, for tests and samples.
    public init(stringLiteral value: String) {
        self.value = value
    }
}
