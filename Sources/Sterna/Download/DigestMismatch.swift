/// A file whose bytes came and are not the expected ones.
public struct DigestMismatch: Error, Hashable, Sendable, CustomStringConvertible {
    /// The SHA-256 that the caller gave.
    public let expected: Digest
    /// The SHA-256 of what came.
    public let actual: Digest

    /// Both digests.
    public var description: String { "the SHA-256 of the file is \(actual), and \(expected) was expected" }
}
