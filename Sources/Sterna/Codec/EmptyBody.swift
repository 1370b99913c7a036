/// The body is empty, and the type that was asked for needs one.
///
/// An Optional type is `nil` of an empty body; `Void` reads none.
public struct EmptyBody: Error, Hashable, Sendable, CustomStringConvertible {
    /// The type that was asked for.
    public let expected: String

    /// An empty body where a value of a type was expected.
    public init(expected: String) {
        self.expected = expected
    }

    /// What was expected and what to do.
    public var description: String {
        "the body is empty where \(expected) was expected; ask for \(expected)? or Void if that is legal here"
    }
}
