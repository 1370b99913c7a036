/// A text that is no URI one can send a request to.
public struct InvalidURI: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text, as it was given.
    public let text: String
    /// What is wrong with it.
    public let reason: String

    /// The text and what is wrong with it.
    public var description: String { "“\(text.escapedForDisplay)”: \(reason)" }
}
