/// An element of a ``LossyList`` that could not be read.
public struct LossyListFailure: Hashable, Sendable, CustomStringConvertible {
    /// Its index in the list as the server sent it.
    public let index: Int
    /// The place within the text that did not fit: `$.items[3].kind`.
    public let path: String
    /// What did not fit.
    public let reason: String

    init(index: Int, _ error: any Error) {
        self.index = index
        switch error {
        case DecodingError.typeMismatch(let type, let context), DecodingError.valueNotFound(let type, let context):
            path = JSONPath.text(context.codingPath)
            reason = "expected \(type), \(context.debugDescription)"
        case DecodingError.keyNotFound(let key, let context):
            path = JSONPath.text(context.codingPath + [key])
            reason = context.debugDescription
        case DecodingError.dataCorrupted(let context):
            path = JSONPath.text(context.codingPath)
            reason = context.debugDescription
        default:
            path = "[\(index)]"
            reason = String(describing: error)
        }
    }

    /// Place and reason.
    public var description: String { "at \(path): \(reason)" }
}
