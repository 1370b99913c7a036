/// Follows redirects, and keeps the answers that asked for them.
struct RedirectStep: Middleware {
    let policy: RedirectPolicy

    func intercept(_ original: HTTPRequest, next: Next) async throws -> HTTPResponse {
        let first = try await next(original)
        guard first.status.isRedirection else { return first }
        let limit = original.redirectLimit ?? policy.limit
        guard limit > 0 else { return first }
        return try await follow(Way(original, first), upTo: limit, next)
    }

    private func follow(_ start: Way, upTo limit: Int, _ next: Next) async throws -> HTTPResponse {
        var way = start
        while let following = try way.following(upTo: limit) {
            await way.response.body.discard()
            way.go(to: following)
            do {
                way.response = try await next(following)
            } catch let error as APIError {
                throw way.attributed(error)
            }
        }
        var response = way.response
        response.redirects = way.hops
        response.attempts = way.attempts.followed(by: response.attempts)
        return response
    }
}

/// A call on its way along redirects.
private struct Way {
    /// The method of the first request.
    private let method: HTTPMethod
    /// The last request that was sent.
    private var request: HTTPRequest
    /// The last answer.
    var response: HTTPResponse
    private(set) var hops: [Redirect] = []
    /// The attempts before that of the last answer.
    private(set) var attempts: [Attempt] = []

    init(_ request: HTTPRequest, _ response: HTTPResponse) {
        method = request.method
        self.request = request
        self.response = response
    }

    /// The request that follows the last answer; `nil` at the end of the way.
    func following(upTo limit: Int) throws -> HTTPRequest? {
        do throws(APIError) {
            guard let following = try RedirectDecision.next(after: response, to: request) else { return nil }
            guard hops.count < limit else { throw tooMany(following.url) }
            return following
        } catch {
            var known = error
            known.response = response
            // Whatever it says is not what was asked for, and its connection shall be free.
            known.response?.body = .complete(response.bytes?.prefix(.errorBodyLimit) ?? Data())
            known.attempts = response.attempts
            throw attributed(known)
        }
    }

    mutating func go(to following: HTTPRequest) {
        hops.append(Redirect(status: response.status, fields: response.fields, from: request.url, to: following.url))
        attempts = attempts.followed(by: response.attempts)
        request = following
    }

    /// The error with the way to it.
    func attributed(_ error: APIError) -> APIError {
        var error = error
        error.request = error.request ?? request
        error.redirects = hops
        error.attempts = attempts.followed(by: error.attempts)
        // The server has acted on the first request, whatever became of the way it sent us.
        if !hops.isEmpty, !method.isIdempotent {
            error.mayHaveBeenProcessed = true
            error.detail += "; the \(method) before the redirect was answered"
        }
        return error
    }

    private func tooMany(_ url: URI) -> APIError {
        let sources = hops.map(\.source) + [request.url]
        // Of a ring one round is told, of any other way all of it.
        let start = sources.lastIndex(of: url)
        let masking = request.masking
        let places = (sources[(start ?? 0)...] + [url]).map { masking.redacting($0).escapedForDisplay }
        return APIError(
            .tooManyRedirects,
            "after \(hops.count) redirects the server sends on"
                + "\(start == nil ? "" : ", in a ring"): \(places.joined(separator: " → "))")
    }
}
