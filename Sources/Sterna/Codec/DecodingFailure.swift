/// A body is not of the shape that was asked for.
public struct DecodingFailure: Error, Sendable, CustomStringConvertible {
    /// Where in the text: `$.items[3].user.name`; `$` is the whole.
    public let path: String
    /// The type that was expected at that place.
    public let expected: String
    /// What is wrong: what was found, or what is missing.
    public let reason: String
    /// The text around the place on one line of at most 120 characters, secrets masked and control characters escaped;
    /// empty when there is none.
    public let excerpt: String
    /// The error beneath, such as a `DecodingError` or one that the type's own `init(from:)` threw.
    public let underlying: (any Error)?

    /// A body of the wrong shape.
    public init(path: String, expected: String, reason: String, excerpt: String = "", underlying: (any Error)? = nil) {
        self.path = path
        self.expected = expected
        self.reason = reason
        self.excerpt = excerpt
        self.underlying = underlying
    }

    /// The failure without what is secret, where the server sent it back in a place of another name.
    func masked(with redaction: Redaction) -> DecodingFailure {
        DecodingFailure(
            path: redaction.maskingValues(path), expected: expected, reason: redaction.maskingValues(reason),
            excerpt: redaction.maskingValues(excerpt), underlying: underlying)
    }

    /// Place, expectation, reason and excerpt.
    public var description: String {
        "at \(path), expected \(expected): \(reason)" + (excerpt.isEmpty ? "" : "; near \(excerpt)")
    }
}
