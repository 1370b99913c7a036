/// How long a request may take, phase by phase. `nil` is "no limit".
public struct Timeouts: Hashable, Sendable {
    /// Until the connection stands, with name look-up and TLS. Default: 10 s.
    public var connect: Duration?
    /// Without a byte either way once connected, not counting time in which the consumer holds the transfer back.
    /// Default: 30 s.
    public var idle: Duration?
    /// The whole call: every attempt, every wait between them, the body. Default: 60 s; a stream, a download and an
    /// upload have none unless one is set for them.
    public var total: Duration?

    /// Limits with their defaults.
    public init(connect: Duration? = .seconds(10), idle: Duration? = .seconds(30), total: Duration? = .seconds(60)) {
        self.connect = connect
        self.idle = idle
        self.total = total
    }
}
