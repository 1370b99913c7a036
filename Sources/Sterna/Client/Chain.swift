/// What every call of a client goes through: one list, outermost first, that ends in the transport.
///
/// What a step keeps from call to call is made here, once for each client.
final class Chain: Sendable {
    private let configuration: APIConfiguration
    let transport: any Transport
    private let throttle = RetryThrottle()
    /// The steps within the retries, of which every call may have its own policy.
    private let inner: [any Middleware]
    private let steps: [any Middleware]

    init(_ configuration: APIConfiguration, _ transport: any Transport) {
        self.configuration = configuration
        self.transport = transport
        inner = Self.inner(configuration)
        if !configuration.transport.tls.verifiesServer, let log = configuration.log {
            log.write("servers' certificates are not checked: anyone on the way can read and change everything")
        }
        steps = Self.outer(configuration.retry, configuration, throttle) + inner
    }

    /// Runs one call; `retry` replaces the client's policy.
    func callAsFunction(_ request: HTTPRequest, retry: RetryPolicy?) async throws -> HTTPResponse {
        let steps = retry.map { Self.outer($0, configuration, throttle) + inner } ?? steps
        return try await Next(steps) { request in try await self.attempt(request) }(request)
    }

    /// The steps that see a call once, outermost first. A step that is off is not there.
    private static func outer(
        _ policy: RetryPolicy, _ configuration: APIConfiguration, _ throttle: RetryThrottle
    ) -> [any Middleware] {
        var steps: [any Middleware] = []
        let (clock, random) = (configuration.clock, configuration.random)
        if let log = configuration.log, log.level > .nothing { steps.append(CallLogStep(log: log, clock: clock)) }
        if policy.attempts > 1 {
            steps.append(RetryStep(policy: policy, throttle: throttle, clock: clock, random: random))
        }
        return steps
    }

    /// The steps that see each attempt, outermost first.
    private static func inner(_ configuration: APIConfiguration) -> [any Middleware] {
        var steps: [any Middleware] = []
        if let policy = configuration.offline, configuration.transport.unixSocket == nil {
            steps.append(OfflineStep(policy, configuration.clock))
        }
        if let policy = configuration.circuitBreaker { steps.append(CircuitBreakerStep(policy, configuration.clock)) }
        if let policy = configuration.rateLimit { steps.append(RateLimitStep(policy, configuration.clock)) }
        if let authentication = configuration.authentication {
            let origin = configuration.baseURL.origin
            steps.append(AuthenticationStep(authentication, for: origin, configuration.clock))
        }
        steps += configuration.middlewares
        // Also where the client follows none: a call may have a limit of its own.
        steps.append(RedirectStep(policy: configuration.redirects))
        if let jar = configuration.cookies { steps.append(CookieStep(jar: jar, clock: configuration.clock)) }
        if let log = configuration.log, log.level >= .fields { steps.append(AttemptLogStep(log: log)) }
        if let recorder = configuration.recorder {
            steps.append(RecorderStep(recorder: recorder, clock: configuration.clock))
        }
        return steps
    }

    /// One attempt. Its answer or its error lists that attempt alone; a step that calls on more than once puts the
    /// attempts of its earlier calls before those of the last.
    private func attempt(_ request: HTTPRequest) async throws -> HTTPResponse {
        let request = try request.limited(at: configuration.clock.now)
        do {
            var response = try await transport.send(request)
            if let failure = request.failure(after: response) { throw failure }
            response.attempts = [Attempt(answered: response)]
            response.sent = request
            return response
        } catch var error as APIError where error.attempts.isEmpty {
            error.attempts = [Attempt(number: 1, failure: error.kind)]
            error.request = error.request ?? request
            throw error
        }
    }
}

extension HTTPRequest {
    /// What turned out to be wrong with a body that the server has taken.
    fileprivate func failure(after response: HTTPResponse) -> APIError? {
        guard response.status.isSuccess, let failure = body?.failureOnceSent?() else { return nil }
        var error = APIError(.fileSystem, "\(failure)", request: self, response: response, underlying: failure)
        error.mayHaveBeenProcessed = true
        return error
    }

    /// The request with the time that is left of its deadline as its total limit. One that is longer by less than a
    /// millisecond stays: transports count in milliseconds.
    fileprivate func limited(at now: ContinuousClock.Instant) throws(APIError) -> HTTPRequest {
        guard let deadline else { return self }
        guard !deadline.hasPassed(at: now) else {
            throw APIError(.timedOut(.total), "the deadline of the call had passed before the request was sent")
        }
        let remaining = deadline.remaining(at: now)
        if let total = timeouts.total, total >= remaining, total - remaining < .milliseconds(1) { return self }
        var request = self
        request.timeouts.total = remaining
        return request
    }
}
