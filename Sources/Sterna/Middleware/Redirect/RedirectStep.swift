/// Follows redirects, and keeps the answers that asked for them.
struct RedirectStep: Middleware {
    let policy: RedirectPolicy

    func intercept(_ original: HTTPRequest, next: Next) async throws -> HTTPResponse {
        var response = try await next(original)
        guard response.status.isRedirection else { return response }
        var request = original
        var hops: [Redirect] = []
        var attempts: [Attempt] = []
        do {
            while let following = try RedirectDecision.next(after: response, to: request) {
                guard hops.count < policy.limit else { throw tooMany(following) }
                hops.append(Redirect(status: response.status, fields: response.fields, url: following.url))
                attempts = attempts.followed(by: response.attempts)
                await response.body.discard()
                request = following
                response.attempts = []
                response = try await next(request)
            }
        } catch var error as APIError {
            error.request = error.request ?? request
            error.response = error.response ?? response
            // The server has acted on the first request, whatever became of the way it sent us.
            if !hops.isEmpty, !original.method.isIdempotent {
                error.mayHaveBeenProcessed = true
                error.detail += "; the \(original.method) before the redirect was answered"
            }
            error.attempts = attempts.followed(by: error.attempts.isEmpty ? response.attempts : error.attempts)
            throw error
        }
        response.redirects = hops
        response.attempts = attempts.followed(by: response.attempts)
        return response
    }

    private func tooMany(_ next: HTTPRequest) -> APIError {
        APIError(
            .tooManyRedirects,
            "after \(policy.limit) redirects the server sends on to \(next.redaction.redacting(next.url))")
    }
}
