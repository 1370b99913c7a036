/// A connection of an event stream that is over.
public struct ReconnectSituation: Sendable {
    /// Why it is over; `nil` when the server ended it in good order.
    public let kind: APIError.Kind?
    /// How many connections in a row brought no byte; 0 when this one did.
    public let failures: Int
    /// The wait that the server asks for by `retry`; `nil` when it has not.
    public let reconnectTime: Duration?
    /// Whether a connection of this stream was open before.
    public let wasOpen: Bool
    /// Whether the request may be sent again.
    public let isRepeatable: Bool

    /// A connection that is over.
    public init(
        kind: APIError.Kind?, failures: Int = 0, reconnectTime: Duration? = nil, wasOpen: Bool = true,
        isRepeatable: Bool = true
    ) {
        self.kind = kind
        self.failures = failures
        self.reconnectTime = reconnectTime
        self.wasOpen = wasOpen
        self.isRepeatable = isRepeatable
    }
}
