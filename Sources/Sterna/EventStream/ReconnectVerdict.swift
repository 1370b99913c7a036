/// What to do about a connection of an event stream that is over.
public enum ReconnectVerdict: Hashable, Sendable {
    /// Open the stream again after a wait.
    case reconnect(after: Duration)
    /// Leave it: the stream ends, or fails with the connection's error.
    case stop
}
