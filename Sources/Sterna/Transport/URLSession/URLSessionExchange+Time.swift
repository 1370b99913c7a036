#if canImport(Darwin) || URLSession
extension URLSessionExchange {
    /// The limits in time of one exchange and what they are counted from.
    ///
    /// URLSession does not tell when a connection stands. So the idle limit counts from the start, and the connect
    /// limit is not kept.
    struct Times: Sendable {
        private let limits: Timeouts
        private let startedAt = ContinuousClock.now
        private var begunAt: ContinuousClock.Instant?
        private var lastActivity = ContinuousClock.now

        init(_ limits: Timeouts) {
            self.limits = limits
        }

        mutating func begin(at now: ContinuousClock.Instant) {
            begunAt = now
            lastActivity = now
        }

        mutating func note(_ now: ContinuousClock.Instant) {
            lastActivity = now
        }

        /// The time since the request was begun.
        func elapsed(at now: ContinuousClock.Instant) -> Duration {
            now - (begunAt ?? startedAt)
        }

        /// The next moment at which a limit may strike; `nil` when there is none.
        func next(after now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
            let total = limits.total.map { startedAt + $0 }
            let idle = limits.idle.map { (begunAt == nil ? now : lastActivity) + $0 }
            return [total, idle].compactMap { $0 }.min()
        }

        /// The limit that has struck. Time in which the consumer holds the transfer back is not idle.
        mutating func struck(at now: ContinuousClock.Instant, isHeld: Bool) -> (TimeoutPhase, Duration)? {
            if isHeld || begunAt == nil { lastActivity = now }
            if let total = limits.total, now >= startedAt + total { return (.total, total) }
            if let idle = limits.idle, now >= lastActivity + idle { return (.idle, idle) }
            return nil
        }
    }

    /// Looks at the limits whenever one of them may have struck, until the exchange is over.
    func watch() {
        let task = Task.detached { [weak self] in
            while let next = self?.nextLimit {
                try? await Task.sleep(until: next, clock: .continuous)
                guard !Task.isCancelled else { return }
                self?.strike()
            }
        }
        let isOver = state.withLock { state in
            state.watch = task
            return state.end != nil
        }
        if isOver { task.cancel() }
    }

    private var nextLimit: ContinuousClock.Instant? {
        state.withLock { $0.end == nil ? $0.times.next(after: .now) : nil }
    }

    private func strike() {
        let now = ContinuousClock.now
        let struck = state.withLock { state in
            state.end == nil ? state.times.struck(at: now, isHeld: state.isHeld) : nil
        }
        guard let (phase, limit) = struck else { return }
        let what =
            phase == .total
            ? "the call was not over after \(limit)" : "no byte came or went for \(limit)"
        end(.failure(failure(.timedOut(phase), what, timeoutFault)))
    }

    private var timeoutFault: TransportFault {
        let (hasHead, sent) = state.withLock { ($0.head != nil, $0.sent) }
        let phase: TransportFault.Phase = hasHead ? .receive : sent < message.length ?? 0 ? .send : .wait
        return TransportFault(library: "URLSession", code: -1001, message: "the request timed out", phase: phase)
    }
}
#endif
