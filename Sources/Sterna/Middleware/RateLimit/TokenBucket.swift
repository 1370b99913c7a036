/// Tokens that come at an even pace up to a number; each call takes one. Pure; its time is given to it.
struct TokenBucket: Sendable, Hashable {
    private let pace: Duration
    private let capacity: Int
    /// When the bucket will be full again: all that has to be remembered of it.
    private var fullAt: ContinuousClock.Instant

    /// A full bucket; `nil` without a limit.
    init?(_ policy: RateLimitPolicy, at now: ContinuousClock.Instant) {
        guard let calls = policy.calls else { return nil }
        pace = max(.nanoseconds(1), policy.interval / max(1, calls))
        capacity = max(1, policy.burst ?? calls)
        fullAt = now
    }

    /// Takes a token that is there or is to come: how long the call waits for it.
    mutating func take(at now: ContinuousClock.Instant) -> Duration {
        fullAt = max(fullAt, now) + pace
        return max(.zero, fullAt - pace * capacity - now)
    }

    /// Gives back a token that was taken and not used.
    mutating func putBack() {
        fullAt = fullAt - pace
    }

    /// Whether it is as full as a new one.
    func isFull(at now: ContinuousClock.Instant) -> Bool { fullAt <= now }
}
