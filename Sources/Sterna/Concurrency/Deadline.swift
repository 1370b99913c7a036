/// A moment after which work is not worth doing.
public struct Deadline: Hashable, Sendable {
    /// The moment itself, on the monotonic clock.
    public let instant: ContinuousClock.Instant

    /// A deadline at a moment of the monotonic clock.
    public init(_ instant: ContinuousClock.Instant) {
        self.instant = instant
    }

    /// A deadline that lies `duration` after `now`; a duration of zero or less has passed already.
    public static func after(_ duration: Duration, from now: ContinuousClock.Instant = .now) -> Deadline {
        Deadline(now + duration)
    }

    /// The time that is left at `now`; zero when the deadline has passed.
    public func remaining(at now: ContinuousClock.Instant) -> Duration {
        max(.zero, instant - now)
    }

    /// Whether the deadline has passed at `now`.
    public func hasPassed(at now: ContinuousClock.Instant) -> Bool {
        now >= instant
    }

    /// The earlier of two deadlines, where either may be absent.
    package static func earlier(_ a: Deadline?, _ b: Deadline?) -> Deadline? {
        guard let a else { return b }
        guard let b else { return a }
        return a.instant <= b.instant ? a : b
    }
}
