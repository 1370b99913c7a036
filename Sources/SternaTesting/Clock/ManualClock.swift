public import Sterna

/// A clock that stands still until a test moves it, so that a retry that waits a minute takes no time.
///
/// ```swift
/// let clock = ManualClock()
/// let task = Task { try await clock.sleep(for: .seconds(60)) }
/// await clock.waitForSleepers()
/// await clock.advance(by: .seconds(60))
/// try await task.value
/// ```
///
/// Where a test does not care for the moments, ``AutoAdvance`` lets the clock jump by itself.
public final class ManualClock: TimeSource {
    /// The instants of the system's monotonic clock, so that deadlines fit.
    public typealias Instant = ContinuousClock.Instant

    /// Which sleeps move the clock by themselves.
    public enum AutoAdvance: Sendable, Hashable {
        /// None: ``ManualClock/advance(by:)`` moves the clock.
        case never
        /// Sleeps of at most this length. A longer one, such as the guard of a total timeout, waits until others have
        /// moved the clock far enough.
        case upTo(Duration)
        /// Every sleep.
        case always
    }

    private struct Sleeper: Sendable {
        let id: Int
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State: Sendable {
        var elapsed: Duration = .zero
        var nextID = 0
        var sleepers: [Sleeper] = []
        var cancelled: Set<Int> = []
        var slept: [Duration] = []
    }

    private let start = ContinuousClock.now
    private let startDate: Date
    private let autoAdvance: AutoAdvance
    private let state = Lock(State())

    /// A clock that stands at `date`.
    ///
    /// - Parameters:
    ///   - date: the date of the calendar at the start. Default: 15 January 2027, 08:00:00 UTC.
    ///   - autoAdvance: which sleeps move the clock by themselves. Default: none.
    public init(date: Date = Date(timeIntervalSince1970: 1_800_000_000), autoAdvance: AutoAdvance = .never) {
        startDate = date
        self.autoAdvance = autoAdvance
    }

    /// The instant at which the clock stands.
    public var now: Instant { start + elapsed }

    /// The date at which the clock stands; it moves along with ``now``.
    public var date: Date { startDate.addingTimeInterval(elapsed / .seconds(1)) }

    /// How far the clock was moved since it was made.
    public var elapsed: Duration { state.withLock { $0.elapsed } }

    /// One nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// The length of every sleep so far, in the order in which they began; a sleep that was cancelled counts too.
    public var slept: [Duration] { state.withLock { $0.slept } }

    /// How many tasks sleep now.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }
}

extension ManualClock {
    /// Sleeps until the clock was moved to `deadline`; returns at once when it stands there already.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        let length = deadline - now
        let id = state.withLock { state in
            state.slept.append(max(.zero, length))
            state.nextID += 1
            return state.nextID
        }
        if jumps(over: length) {
            await advance(to: deadline)
            return try Task.checkCancellation()
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { enter(Sleeper(id: id, deadline: deadline, continuation: $0)) }
        } onCancel: {
            cancel(id)
        }
    }

    /// Moves the clock on by `duration` and wakes the sleepers whose moment comes on the way.
    ///
    /// They wake one after the other, in the order of their moments, with the clock standing at each one's; a sleep
    /// that a woken task begins meanwhile is served too.
    public func advance(by duration: Duration) async {
        await advance(to: now + duration)
    }

    /// Moves the clock on to `instant`, as ``advance(by:)`` does; an instant that has passed moves nothing.
    public func advance(to instant: Instant) async {
        let target = instant - start
        await letOthersRun()
        while let sleeper = state.withLock({ Self.wake(&$0, until: target, from: start) }) {
            sleeper.continuation.resume()
            await letOthersRun()
        }
        state.withLock { $0.elapsed = max($0.elapsed, target) }
    }

    /// Waits until at least `count` tasks sleep, so that a test can move the clock; returns early when its own task is
    /// cancelled.
    public func waitForSleepers(_ count: Int = 1) async {
        while sleeperCount < count, !Task.isCancelled {
            try? await Task.sleep(for: .microseconds(200))
        }
    }
}

extension ManualClock {
    private func jumps(over length: Duration) -> Bool {
        switch autoAdvance {
        case .never: length <= .zero
        case .upTo(let limit): length <= limit
        case .always: true
        }
    }

    private func enter(_ sleeper: Sleeper) {
        // The cancellation, or the clock's move, may have come between the call of `sleep` and this moment.
        let outcome: Result<Void, any Error>? = state.withLock { state in
            if state.cancelled.remove(sleeper.id) != nil { return .failure(CancellationError()) }
            if sleeper.deadline - start <= state.elapsed { return .success(()) }
            state.sleepers.append(sleeper)
            return nil
        }
        if let outcome { sleeper.continuation.resume(with: outcome) }
    }

    private func cancel(_ id: Int) {
        let sleeper: Sleeper? = state.withLock { state in
            guard let place = state.sleepers.firstIndex(where: { $0.id == id }) else {
                state.cancelled.insert(id)
                return nil
            }
            return state.sleepers.remove(at: place)
        }
        sleeper?.continuation.resume(throwing: CancellationError())
    }

    /// Takes out the next sleeper whose moment is not after `target`, and moves the clock to that moment.
    private static func wake(_ state: inout State, until target: Duration, from start: Instant) -> Sleeper? {
        let next = state.sleepers.indices.min {
            let (a, b) = (state.sleepers[$0], state.sleepers[$1])
            return a.deadline == b.deadline ? a.id < b.id : a.deadline < b.deadline
        }
        guard let next, state.sleepers[next].deadline - start <= target else { return nil }
        let sleeper = state.sleepers.remove(at: next)
        state.elapsed = max(state.elapsed, sleeper.deadline - start)
        return sleeper
    }

    /// Gives woken tasks some turns before the clock moves on; which of them runs first is the scheduler's business.
    private func letOthersRun() async {
        for _ in 0..<10 { await Task.yield() }
    }
}
