extension RetryPolicy {
    /// Whether a failed attempt is followed by another: a pure function, for tests and simulations too.
    ///
    /// - Parameters:
    ///   - situation: the attempt that failed.
    ///   - date: the date of the calendar, for fields that are stated in dates.
    ///   - random: draws evenly from 0 up to 1.
    /// - Returns: what to do. Whether the host has too many failures for a retry is the ``RetryThrottle``'s to say.
    public func verdict(for situation: RetrySituation, date: Date, random: () -> Double) -> RetryVerdict {
        RetryDecision.verdict(self, situation, date: date, random: random)
    }
}

/// The ladder of refusals, and the wait.
enum RetryDecision {
    static func verdict(
        _ policy: RetryPolicy, _ situation: RetrySituation, date: Date, random: () -> Double
    ) -> RetryVerdict {
        guard situation.attempt < policy.attempts else { return .stop(.attemptsUsed) }
        guard situation.isReplayable else { return .stop(.bodyNotReplayable) }
        if let own = policy.custom?(situation) { return within(situation.remaining, own) }
        guard heals(situation) else { return .stop(.permanent) }
        guard !situation.isUnsafe || policy.repeatsUnsafe else { return .stop(.unsafe) }
        let asked = RetryAfter.delay(of: situation.fields, status: situation.status, date: date)
        guard (asked ?? .zero) <= policy.longestRetryAfter else { return .stop(.retryAfterTooLong) }
        let drawn = ceiling(policy, situation.attempt) * random()
        guard let asked else { return within(situation.remaining, .retry(after: drawn)) }
        // Those who are told the same moment must not come back in the same one, nor later than is obeyed.
        return within(situation.remaining, .retry(after: min(asked + drawn, policy.longestRetryAfter)))
    }

    /// Whether time heals the failure, by kind and by status.
    static func heals(_ situation: RetrySituation) -> Bool {
        switch situation.kind {
        case .offline, .dns, .connect, .connectionLost, .truncated, .rateLimited: true
        // A proxy that wants credentials, or forbids, does so the next time too.
        case .proxy: (situation.status?.code ?? 500) >= 500
        case .timedOut(let phase): phase != .total
        // 408 and 425 say of themselves that the request may be sent again (RFC 9110 §15.5.9, RFC 8470 §5.2).
        case .rejected: [408, 425].contains(situation.status?.code)
        case .server: [500, 502, 503, 504].contains(situation.status?.code) || (situation.status?.code ?? 0) > 511
        default: false
        }
    }

    /// The longest wait after an attempt.
    private static func ceiling(_ policy: RetryPolicy, _ attempt: Int) -> Duration {
        var wait = min(policy.firstWait, policy.longestWait)
        for _ in 1..<max(1, min(attempt, 64)) where wait < policy.longestWait {
            wait = min(wait * 2, policy.longestWait)
        }
        return max(.zero, wait)
    }

    private static func within(_ remaining: Duration?, _ verdict: RetryVerdict) -> RetryVerdict {
        guard case .retry(let wait) = verdict, let remaining, wait >= remaining else { return verdict }
        return .stop(.outOfTime)
    }
}
