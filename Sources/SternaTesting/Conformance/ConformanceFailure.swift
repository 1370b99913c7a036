/// What a transport did where another thing was expected of it.
public struct ConformanceFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was expected.
    public let expected: String
    /// What was seen in its place.
    public let seen: String

    init(_ expected: String, seen: String) {
        self.expected = expected
        self.seen = seen
    }

    /// Both, on one line.
    public var description: String { "expected \(expected); seen: \(seen)" }
}
