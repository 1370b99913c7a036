/// What a client may make of a ``HostileAnswer``. It may always refuse it with an error.
public enum AnswerPromise: String, Hashable, Sendable {
    /// It is a right answer, though perhaps a strange one: when the client takes it, with exactly its content.
    case right
    /// It is not whole, in a way that can be noticed: when the client takes it, then with its whole content.
    case noticeable
    /// Nothing can be said of its content.
    case anything
}
