/// A value could not be written as a body.
public struct EncodingFailure: Error, Sendable, CustomStringConvertible {
    /// Where in the value: `$.items[3].price`; `$` is the value itself.
    public let path: String
    /// What is wrong and what would be right. It does not show the value, which may be a secret.
    public let reason: String
    /// The error beneath, such as an `EncodingError` or one that the value's own `encode(to:)` threw.
    public let underlying: (any Error)?

    /// A value that could not be written.
    public init(path: String, reason: String, underlying: (any Error)? = nil) {
        self.path = path
        self.reason = reason
        self.underlying = underlying
    }

    /// Place and reason.
    public var description: String { "cannot write \(path): \(reason)" }
}

extension EncodingFailure {
    /// What a value's `encode(to:)` threw at a place.
    init(_ error: any Error, path: [any CodingKey]) {
        if case EncodingError.invalidValue(_, let context) = error {
            self.init(path: JSONPath.text(context.codingPath), reason: context.debugDescription, underlying: error)
        } else {
            self.init(path: JSONPath.text(path), reason: String(describing: error), underlying: error)
        }
    }
}
