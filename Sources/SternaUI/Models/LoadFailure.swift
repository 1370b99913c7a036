public import Sterna

/// Why a load, a change or an upload failed, as a screen shows it.
public nonisolated struct LoadFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is said to the person, in their language.
    public let message: String
    /// The error of the call; `nil` where something else failed.
    public let error: APIError?

    /// The failure that an error means for a person. What is no ``APIError`` is told as a mistake of the app, in
    /// general words: its own are for developers.
    ///
    /// - Parameters:
    ///   - error: what a call threw.
    ///   - language: what the message is in. Default: `nil`, that of the client, or else the person's.
    public init(_ error: any Error, language: Language? = nil) {
        self.error = error as? APIError
        let known = self.error ?? APIError(.invalidRequest, "\(error)")
        message = language.map(known.userMessage(in:)) ?? known.userMessage
    }

    /// Whether there is no network.
    public var isOffline: Bool { error?.kind == .offline }
    /// Whether the person has to sign in again.
    public var needsSignIn: Bool { error?.kind == .unauthorized }
    /// The message.
    public var description: String { message }
}
