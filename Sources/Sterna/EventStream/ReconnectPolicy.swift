/// When an event stream that ended is opened again, and after which wait.
///
/// Only a stream that was open once is opened again, and only when its request may be sent twice: its method is
/// idempotent, or it carries an `Idempotency-Key`. A call that cannot be opened at all fails as every call does, after
/// the client's own retries. Each connection is a call of its own, with sign-in, redirects and retries.
public struct ReconnectPolicy: Sendable {
    /// How many connections in a row may bring no byte before the last one's error is thrown; 0 never opens a stream
    /// again, `nil` never gives up. Default: 10.
    public var limit: Int? = 10
    /// The shortest wait, unless the server states another by `retry`. Default: 1 s.
    public var wait: Duration = .seconds(1)
    /// What chance adds to the wait at most: it begins with the wait itself and doubles with each connection that
    /// brought no byte, so that a server that fails is not overrun. Default: 30 s.
    public var longestJitter: Duration = .seconds(30)
    /// What to do in place of the rules: `nil` from it leaves them in force. Whatever it says, the limit holds, and no
    /// request is sent twice that may not be. Default: none.
    public var custom: (@Sendable (ReconnectSituation) -> ReconnectVerdict?)?

    /// The defaults.
    public init() {}

    /// One connection: the stream is over when it ends, and fails when it breaks.
    public static let never = ReconnectPolicy(limit: 0)

    /// A stream that is opened again as long as somebody reads it.
    public static let forever = ReconnectPolicy(limit: nil)

    private init(limit: Int?) {
        self.limit = limit
    }
}
