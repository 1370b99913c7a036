/// What makes it safe to send a request twice that asks for something to be done once: a key by which the server knows
/// the second as the first (`Idempotency-Key`). It is the same in every attempt of a call.
public enum IdempotencyKey: Sendable, Hashable {
    /// A new key for each call, a random UUID.
    case generated
    /// A key of one's own, such as the number of an order, which also holds over a restart of the program.
    case value(String)

    /// The key of one call.
    package func make() -> String {
        switch self {
        case .generated: UUID().uuidString.lowercased()
        case .value(let key): key
        }
    }
}

extension IdempotencyKey: ExpressibleByStringLiteral {
    /// A key of one's own.
    public init(stringLiteral key: String) {
        self = .value(key)
    }
}
