/// A path of an endpoint that may not be sent, because it would ask for something else than what was meant.
public struct InvalidPath: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path as it would be sent.
    public let path: String
    /// What is wrong with it, and what to write instead.
    public let reason: String

    /// The path and what is wrong with it.
    public var description: String { "the path “\(path.escapedForDisplay)”: \(reason)" }
}
