extension APIError {
    /// The message for people, in their language.
    public var userMessage: String { detail }
    /// What the developer can do about it.
    public var suggestion: String { "" }
}
