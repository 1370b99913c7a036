/// What every call of a client goes through: one list, outermost first, that ends in the transport.
///
/// What a step keeps from call to call is made here, once for each client.
struct Chain: Sendable {
    private let steps: [any Middleware]
    private let transport: any Transport
    private let clock: any TimeSource

    init(_ configuration: APIConfiguration, _ transport: any Transport) {
        steps = configuration.middlewares
        self.transport = transport
        clock = configuration.clock
    }

    func callAsFunction(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await Next(steps) { [self] request in try await attempt(request) }(request)
    }

    /// One attempt. Its answer or its error lists that attempt alone; a step that calls on more than once puts the
    /// attempts of its earlier calls before those of the last.
    private func attempt(_ request: HTTPRequest) async throws -> HTTPResponse {
        let request = try request.limited(at: clock.now)
        do {
            var response = try await transport.send(request)
            response.attempts = [Attempt(answered: response)]
            return response
        } catch var error as APIError where error.attempts.isEmpty {
            error.attempts = [Attempt(number: 1, failure: error.kind)]
            throw error
        }
    }
}

extension HTTPRequest {
    /// The request with the time that is left of its deadline as its total limit.
    fileprivate func limited(at now: ContinuousClock.Instant) throws(APIError) -> HTTPRequest {
        guard let deadline else { return self }
        guard !deadline.hasPassed(at: now) else {
            throw APIError(.timedOut(.total), "the deadline of the call had passed before the request was sent")
        }
        var request = self
        request.timeouts.total = deadline.remaining(at: now)
        return request
    }
}
