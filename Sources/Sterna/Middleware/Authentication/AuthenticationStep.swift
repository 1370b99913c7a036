/// Signs requests in, and once more with a new credential when the server refuses the first.
struct AuthenticationStep: Middleware {
    private let authentication: Authentication
    private let scheme: any AuthenticationScheme
    private let clock: any TimeSource
    /// The origins that the credential is for.
    private let origins: Set<Origin>

    init(_ authentication: Authentication, for origin: Origin, _ clock: any TimeSource) {
        self.authentication = authentication
        self.clock = clock
        scheme = authentication.scheme
        origins = authentication.origins.union([origin])
    }

    func intercept(_ request: HTTPRequest, next: Next) async throws -> HTTPResponse {
        let isAsked = request.requiresAuthentication || authentication.scope == .always
        guard isAsked, !scheme.isSignedIn(request) else { return try await next(request) }
        guard origins.contains(request.url.origin) else {
            guard request.requiresAuthentication else { return try await next(request) }
            throw APIError(
                .invalidRequest, "the client's credential is not for \(request.url.origin), where the request goes")
        }
        var plain = request
        if origins.count > 1 { plain.credentialOrigins.formUnion(origins) }
        let first = try await signed(plain) { [plain] in try await $0.authorizing(plain) }
        let response = try await next(first)
        // Behind a redirect to anywhere else the credential was not there: a new one would not be either.
        let way = response.redirects.map(\.url.origin) + [response.url.origin]
        guard response.status == .unauthorized, origins.isSuperset(of: way) else { return response }
        return try await again(plain, after: response, to: first, next)
    }

    private func again(
        _ request: HTTPRequest, after answer: HTTPResponse, to first: HTTPRequest, _ next: Next
    ) async throws -> HTTPResponse {
        var refusal = answer
        do {
            let second = try await signed(request) { try await $0.renewing(first, as: request, after: answer) }
            guard let second else { return answer }
            guard request.body?.isReplayable ?? true else {
                throw APIError(
                    .bodyNotReplayable, "the credential was renewed, and the body cannot be sent a second time")
            }
            await answer.body.discard()
            refusal.body = .complete(Data())
            var response = try await next(second)
            response.attempts = answer.attempts.followed(by: response.attempts)
            return response
        } catch var error as APIError {
            error.attempts = answer.attempts.followed(by: error.attempts)
            error.response = error.response ?? refusal
            throw error
        }
    }

    /// Asks the scheme. It gets no more time than the call has left, and a call that is cancelled does not wait for it.
    /// Its failures are not those of an attempt: the call is not sent again for their sake.
    private func signed<Value: Sendable>(
        _ request: HTTPRequest, _ ask: @escaping @Sendable (any AuthenticationScheme) async throws -> Value
    ) async throws -> Value {
        do {
            guard !authentication.isImmediate else { return try await ask(scheme) }
            let left = request.deadline?.remaining(at: clock.now)
            guard left != .zero, let answer = try await clock.limiting(to: left, { [scheme] in try await ask(scheme) })
            else { throw APIError(.timedOut(.total), "the call's time ended while its credential was asked for") }
            return answer
        } catch  where !(error is CancellationError && Task.isCancelled) {
            var known =
                error as? APIError
                ?? APIError(.connectionLost, "the credential could not be had: \(error)", underlying: error)
            known.isLocal = true
            throw known
        }
    }
}
