/// The phase of a request in which a timeout struck.
public enum TimeoutPhase: String, Hashable, Sendable, CaseIterable {
    /// The connection did not stand in time (``Timeouts/connect``).
    case connect
    /// No byte came or went for too long (``Timeouts/idle``).
    case idle
    /// The whole call took too long (``Timeouts/total``).
    case total
}
