/// Signs requests in, and once more with a new credential when the server refuses the first.
struct AuthenticationStep: Middleware {
    let authentication: Authentication
    let origin: Origin

    func intercept(_ request: HTTPRequest, next: Next) async throws -> HTTPResponse {
        let isAsked = request.requiresAuthentication || authentication.scope == .always
        guard isAsked, request.fields[.authorization] == nil else { return try await next(request) }
        guard request.url.origin == origin else {
            guard request.requiresAuthentication else { return try await next(request) }
            throw APIError(
                .invalidRequest,
                "the client's credential is for \(origin), and the request goes to \(request.url.origin)")
        }
        let first = try await authentication.scheme.authorizing(request)
        var response = try await next(first)
        guard response.status == .unauthorized, response.url.origin == origin else { return response }
        var attempts = response.attempts
        do {
            guard let second = try await authentication.scheme.renewing(first, as: request, after: response) else {
                return response
            }
            guard request.body?.isReplayable ?? true else {
                throw APIError(
                    .bodyNotReplayable, "the credential was renewed, and the body cannot be sent a second time")
            }
            await response.body.discard()
            response.body = .complete(Data())
            response = try await next(second)
        } catch var error as APIError {
            error.attempts = attempts.followed(by: error.attempts)
            error.response = error.response ?? response
            throw error
        }
        attempts = attempts.followed(by: response.attempts)
        response.attempts = attempts
        return response
    }
}
