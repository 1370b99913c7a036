/// Why no smaller photo was made.
public struct PhotoFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of failure it is.
    public enum Reason: Hashable, Sendable {
        /// The options make no sense.
        case invalidOptions
        /// The file is not there, or cannot be read or written.
        case file
        /// The file is no photo of a kind that can be read here.
        case unreadable
        /// The photo is cut short or broken.
        case damaged
        /// The photo has more pixels than are allowed.
        case tooLarge
        /// A library of the system is not there.
        case missingLibrary
    }

    /// What kind of failure it is.
    public let reason: Reason
    /// What happened, with the file and, where there is something to do, what to do.
    public let description: String

    init(_ reason: Reason, _ description: String) {
        self.reason = reason
        self.description = description
    }
}
