/// Sends the jar's cookies along, and takes in those of the answer: of each hop of a way of redirects on its own.
struct CookieStep: Middleware {
    let jar: CookieJar
    let clock: any TimeSource

    func intercept(_ request: HTTPRequest, next: Next) async throws -> HTTPResponse {
        let response = try await next(try dressed(request))
        let lines = response.fields[values: .setCookie]
        guard !lines.isEmpty else { return response }
        do { try await jar.keep(lines, from: request.url, at: clock.date) } catch let error as APIError {
            await response.body.discard()
            throw Self.attributed(error, request, response)
        }
        return response
    }

    /// The request's own cookies, then those of the jar that it does not name itself.
    private func dressed(_ request: HTTPRequest) throws(APIError) -> HTTPRequest {
        let cookies = try jar.cookies(for: request.url, at: clock.date)
        guard !cookies.isEmpty else { return request }
        let own = request.fields[values: .cookie].flatMap(Self.pairs)
        let names = Set(own.map { String($0.prefix { $0 != "=" && $0 != " " }) })
        let added = cookies.filter { !names.contains($0.name) }.map(\.pair)
        guard !added.isEmpty else { return request }
        var dressed = request
        dressed.fields[.cookie] = (own + added).joined(separator: "; ")
        return dressed
    }

    private static func pairs(_ line: String) -> [String] {
        line.split(separator: ";").map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty }
    }

    /// The server has acted on the request; only its cookies could not be kept.
    private static func attributed(_ error: APIError, _ request: HTTPRequest, _ response: HTTPResponse) -> APIError {
        var error = error
        error.detail += "; the server had answered with \(response.status.code)"
        error.request = request
        error.response = response
        error.response?.body = .complete(response.bytes?.prefix(.errorBodyLimit) ?? Data())
        error.attempts = response.attempts
        error.mayHaveBeenProcessed = true
        return error
    }
}
