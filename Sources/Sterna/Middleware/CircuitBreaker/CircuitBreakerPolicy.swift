/// When a host that fails is left alone for a while.
///
/// Each host has a breaker of its own. It is closed while the host answers. After ``failures`` in a row it opens: calls
/// fail at once with `circuitOpen` and nothing is sent. After ``pause`` it is half-open: one call is let through, and
/// its outcome closes the breaker or opens it again.
public struct CircuitBreakerPolicy: Sendable, Hashable {
    /// The failures in a row that open the breaker. Default: 5.
    public var failures = 5
    /// How long it stays open. Default: 30 s.
    public var pause: Duration = .seconds(30)

    /// The defaults.
    public init() {}
}
