extension APIError {
    /// How a client reads what a server says about a failure, and what it tells people.
    ///
    /// ```swift
    /// $0.errors.refusal = { response in MyProblem(response).map { Refusal(message: $0.text, code: $0.number) } }
    /// $0.errors.userMessage = { error, language in error.kind == .offline ? myWords[language] : nil }
    /// ```
    public struct Options: Sendable {
        /// The language of messages. Default: `nil`, that of the device or of the process (``Language/preferred``).
        public var language: Language?
        /// Reads the server's words and code from an answer that has a form of its own. `nil`, which is the default and
        /// may be its result, reads the forms that ``Refusal`` knows.
        public var refusal: (@Sendable (HTTPResponse) -> Refusal?)?
        /// The app's own message for people. `nil`, which is the default and may be its result, takes Sterna's; within
        /// it ``APIError/userMessage(in:)`` is Sterna's too.
        public var userMessage: (@Sendable (APIError, Language) -> String?)?

        /// The defaults.
        public init() {}
    }
}
