/// One host's breaker: what it lets through, and what it makes of an outcome. Pure; its time is given to it.
struct CircuitBreakerState: Sendable, Hashable {
    enum Phase: Sendable, Hashable {
        case closed(failures: Int)
        case open(until: ContinuousClock.Instant)
        /// One call is on its way; the others wait for what comes of it.
        case halfOpen
    }

    enum Outcome: Sendable {
        /// The host answered, whatever it said.
        case answer
        /// The host could not be reached, fell silent, or failed.
        case failure
        /// The call was cancelled, or failed for a reason of its own: it says nothing about the host.
        case nothing
    }

    private(set) var phase = Phase.closed(failures: 0)

    /// The number of a call that is let through, so that only its own outcome decides a half-open breaker.
    enum Admission: Sendable, Hashable {
        case normal, probe
        /// Not let through for so long at least; `nil` until the call that tries the host is answered.
        case refused(Duration?)
    }

    /// Whether a call may go.
    mutating func admit(at now: ContinuousClock.Instant) -> Admission {
        switch phase {
        case .closed: return .normal
        case .halfOpen: return .refused(nil)
        case .open(let end):
            guard now >= end else { return .refused(end - now) }
            phase = .halfOpen
            return .probe
        }
    }

    /// Takes note of what came of a call that was let through.
    mutating func note(
        _ outcome: Outcome, of admission: Admission, _ policy: CircuitBreakerPolicy, at now: ContinuousClock.Instant
    ) {
        switch (phase, outcome, admission) {
        case (.closed, .answer, _), (.halfOpen, .answer, .probe): phase = .closed(failures: 0)
        case (.closed(let failures), .failure, _):
            let isTooMany = failures + 1 >= max(1, policy.failures)
            phase = isTooMany ? .open(until: now + policy.pause) : .closed(failures: failures + 1)
        case (.halfOpen, .failure, .probe): phase = .open(until: now + policy.pause)
        // The next call is the probe.
        case (.halfOpen, .nothing, .probe): phase = .open(until: now)
        // A call from before the breaker opened says nothing new.
        default: break
        }
    }

    /// Whether there is nothing to remember.
    var isPristine: Bool { phase == .closed(failures: 0) }

    /// Whether it holds calls back, or waits for the one that tries the host.
    func isHolding(at now: ContinuousClock.Instant) -> Bool {
        switch phase {
        case .closed: false
        case .open(let end): now < end
        case .halfOpen: true
        }
    }
}
