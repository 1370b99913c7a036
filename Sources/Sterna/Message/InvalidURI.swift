/// A text that is no URI one can send a request to.
public struct InvalidURI: Error, Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The text, as it was given; it may hold a password or a key.
    public let text: String
    /// What is wrong with it, and what to write instead.
    public let reason: String

    /// The text, with what may be secret in it masked, and what is wrong with it.
    public var description: String { "“\(Redaction.known.redacting(link: text).escapedForDisplay)”: \(reason)" }
    /// Nothing beside the ``description``.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
