/// Leaves a host alone that fails again and again.
final class CircuitBreakerStep: Middleware {
    private let policy: CircuitBreakerPolicy
    private let clock: any TimeSource
    /// The breakers that have something to remember.
    private let breakers = Lock<[Origin: CircuitBreakerState]>([:])

    init(_ policy: CircuitBreakerPolicy, _ clock: any TimeSource) {
        self.policy = policy
        self.clock = clock
    }

    func intercept(_ request: HTTPRequest, next: Next) async throws -> HTTPResponse {
        let origin = request.url.origin
        let admission = breakers.withLock { [clock] in $0[origin, default: CircuitBreakerState()].admit(at: clock.now) }
        if case .refused(let rest) = admission {
            throw APIError(
                .circuitOpen, "\(origin) failed \(policy.failures) times in a row; nothing is sent for \(rest) more",
                request: request)
        }
        do {
            let response = try await next(request)
            note(response.status.code >= 500 ? .failure : .answer, of: admission, origin)
            return response
        } catch {
            note(Self.outcome(error), of: admission, origin)
            throw error
        }
    }

    private func note(
        _ outcome: CircuitBreakerState.Outcome, of admission: CircuitBreakerState.Admission, _ origin: Origin
    ) {
        let now = clock.now
        breakers.withLock { [policy] breakers in
            var breaker = breakers[origin] ?? CircuitBreakerState()
            breaker.note(outcome, of: admission, policy, at: now)
            breakers[origin] = breaker.isPristine ? nil : breaker
        }
    }

    private static func outcome(_ error: any Error) -> CircuitBreakerState.Outcome {
        guard let error = error as? APIError, !error.attempts.isEmpty else { return .nothing }
        switch error.kind {
        case .dns, .connect, .connectionLost, .timedOut, .truncated, .server, .tls: return .failure
        default: return .nothing
        }
    }
}
