/// Holds calls back until their host's limits let them go.
final class RateLimitStep: Middleware {
    private struct Host: Sendable {
        var bucket: TokenBucket?
        let places: FairSemaphore?
        /// How many calls use the entry.
        var users = 0

        /// Whether it is as good as a new one.
        func isIdle(at now: ContinuousClock.Instant) -> Bool { users == 0 && bucket?.isFull(at: now) ?? true }
    }

    /// How many hosts are remembered before those that rest are looked for.
    private static let limit = 1024

    private let policy: RateLimitPolicy
    private let clock: any TimeSource
    private let hosts = Lock<[Origin: Host]>([:])

    init(_ policy: RateLimitPolicy, _ clock: any TimeSource) {
        self.policy = policy
        self.clock = clock
    }

    func intercept(_ request: HTTPRequest, next: Next) async throws -> HTTPResponse {
        let origin = request.url.origin
        let places = enter(origin)
        defer { leave(origin) }
        let errand = Errand(of: self, at: origin)
        // A call that has a place may wait for this one, as for a refresh of its token: it needs none of its own.
        guard let places, !errand.isUnderWay else {
            try await pace(request, origin)
            return try await next(request)
        }
        try await wait(for: places, request, origin)
        defer { places.signal() }
        try await pace(request, origin)
        return try await errand.run { try await next(request) }
    }

    /// Waits for a token. A call whose time is too short for it does not begin to wait.
    private func pace(_ request: HTTPRequest, _ origin: Origin) async throws {
        let now = clock.now
        let wait = hosts.withLock { $0[origin]?.bucket?.take(at: now) } ?? .zero
        guard wait > .zero else { return }
        do {
            if let deadline = request.deadline, wait >= deadline.remaining(at: now) {
                throw Self.outOfTime("\(origin) may be called again in \(wait)")
            }
            try await clock.sleep(until: now + wait, tolerance: nil)
        } catch {
            hosts.withLock { $0[origin]?.bucket?.putBack() }
            throw error
        }
    }

    private func wait(for places: FairSemaphore, _ request: HTTPRequest, _ origin: Origin) async throws {
        guard !places.take() else { return }
        let limit = request.deadline?.remaining(at: clock.now)
        // A place that comes at the very moment at which nobody waits for it any more is given back.
        let place: Void? = try await clock.limiting(to: limit, late: { places.signal() }) { try await places.wait() }
        guard place != nil else { throw Self.outOfTime("no place at \(origin) became free") }
    }

    private static func outOfTime(_ detail: String) -> APIError {
        APIError(.timedOut(.total), "\(detail); the call's time ended in the client's own rate limit, nothing was sent")
    }

    private func enter(_ origin: Origin) -> FairSemaphore? {
        let now = clock.now
        return hosts.withLock { [policy] hosts in
            if hosts.count >= Self.limit { hosts = hosts.filter { !$0.value.isIdle(at: now) } }
            var host =
                hosts[origin]
                ?? Host(bucket: TokenBucket(policy, at: now), places: policy.concurrent.map { FairSemaphore($0) })
            host.users += 1
            hosts[origin] = host
            return host.places
        }
    }

    private func leave(_ origin: Origin) {
        let now = clock.now
        hosts.withLock { hosts in
            hosts[origin]?.users -= 1
            if hosts[origin]?.isIdle(at: now) == true { hosts[origin] = nil }
        }
    }
}
