/// How many calls go to a host: at once, and in a time.
///
/// Calls that must wait do so in the order in which they came, within their own total limit, and can be cancelled.
/// Every attempt counts, retries too.
public struct RateLimitPolicy: Sendable, Hashable {
    /// The most calls to a host that are under way at once; `nil` for no limit. A call is under way until its answer is
    /// there: of a stream, until its head is. Default: none.
    public var concurrent: Int?
    /// The calls to a host in each ``interval``; `nil` for no limit. Default: none.
    public var calls: Int?
    /// The time in which ``calls`` may be made. Default: 1 s.
    public var interval: Duration = .seconds(1)
    /// How many calls may be made at once after a time of rest; `nil` for as many as ``calls``. Default: `nil`.
    public var burst: Int?

    /// No limits.
    public init() {}

    /// So many calls to a host in each interval.
    public static func calls(_ calls: Int, per interval: Duration = .seconds(1), burst: Int? = nil) -> RateLimitPolicy {
        var policy = RateLimitPolicy()
        policy.calls = calls
        policy.interval = interval
        policy.burst = burst
        return policy
    }

    /// So many calls to a host at once.
    public static func concurrent(_ count: Int) -> RateLimitPolicy {
        var policy = RateLimitPolicy()
        policy.concurrent = count
        return policy
    }
}
