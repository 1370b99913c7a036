/// Leaves a host alone that fails again and again.
final class CircuitBreakerStep: Middleware {
    private let policy: CircuitBreakerPolicy
    private let clock: any TimeSource
    /// The breakers that have something to remember.
    private let breakers = Lock<[Origin: CircuitBreakerState]>([:])
    /// How many hosts are remembered before those that are not held back are forgotten.
    private static let limit = 1024

    init(_ policy: CircuitBreakerPolicy, _ clock: any TimeSource) {
        self.policy = policy
        self.clock = clock
    }

    func intercept(_ request: HTTPRequest, next: Next) async throws -> HTTPResponse {
        let origin = request.url.origin
        let errand = Errand(of: self, at: origin)
        // The call that tries the host may wait for this one, as for a refresh of its token.
        let admission = errand.isUnderWay ? .normal : admit(origin)
        if case .refused(let rest) = admission { throw refusal(of: request, origin, rest) }
        do {
            let response = try await admission == .probe ? errand.run { try await next(request) } : next(request)
            note(Self.outcome(response.status), of: admission, origin)
            return response
        } catch {
            note(Self.outcome(error), of: admission, origin)
            throw error
        }
    }

    private func admit(_ origin: Origin) -> CircuitBreakerState.Admission {
        let now = clock.now
        return breakers.withLock { $0[origin]?.admit(at: now) ?? .normal }
    }

    private func refusal(of request: HTTPRequest, _ origin: Origin, _ rest: Duration?) -> APIError {
        let end = rest.map { "for \($0) more" } ?? "until the one call that tries it is answered"
        return APIError(
            .circuitOpen, "\(origin) failed \(policy.failures) times in a row; nothing is sent \(end)",
            request: request)
    }

    private func note(
        _ outcome: CircuitBreakerState.Outcome, of admission: CircuitBreakerState.Admission, _ origin: Origin
    ) {
        let now = clock.now
        breakers.withLock { [policy] breakers in
            var breaker = breakers[origin] ?? CircuitBreakerState()
            breaker.note(outcome, of: admission, policy, at: now)
            breakers[origin] = breaker.isPristine ? nil : breaker
            // Hosts that never answered are not remembered for ever.
            if breakers.count > Self.limit { breakers = breakers.filter { $0.value.isHolding(at: now) } }
        }
    }

    private static func outcome(_ status: HTTPStatus) -> CircuitBreakerState.Outcome {
        status.code >= 500 ? .failure : .answer
    }

    /// What the last attempt says of the host: a failure that came after an answer, as that of a refresh elsewhere, is
    /// not the host's.
    private static func outcome(_ error: any Error) -> CircuitBreakerState.Outcome {
        guard let error = error as? APIError, let last = error.attempts.last else { return .nothing }
        if last.failure == nil, let status = last.status { return outcome(status) }
        switch error.kind {
        case .dns, .connect, .connectionLost, .timedOut, .truncated, .server, .tls: return .failure
        default: return .nothing
        }
    }
}
