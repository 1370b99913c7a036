/// What a proxy that stands in the way is told to have done.
extension ProxyChoice {
    /// The refusal of a plain request by its proxy; `nil` when the answer is that of its host.
    func refusal(_ response: HTTPResponse, to request: HTTPRequest) -> APIError? {
        guard !request.url.isSecure, let proxy = proxy(for: request.url), proxy.speaksHTTP else { return nil }
        var answer = response
        answer.body = .complete(response.bytes?.prefix(.errorBodyLimit) ?? Data())
        return APIError(.proxy, proxy.words(response.status), request: request, response: answer)
    }
}

extension ProxyChoice.Proxy {
    /// Whether its URL has a user.
    var hasCredentials: Bool { user != nil || text.contains("@") }

    /// Whether the connection to the proxy itself is TLS.
    var isSecure: Bool { text.lowercased().hasPrefix("https://") }

    /// The failure of a connection that was to lead through the proxy.
    ///
    /// - Parameter tunnel: with what the proxy answered when a tunnel was asked for; 0 when there was no answer.
    func blamed(for error: APIError, _ words: String, tunnel: HTTPStatus) -> APIError {
        var error = error
        error.mayHaveBeenProcessed = false
        guard tunnel.code > 0, !tunnel.isSuccess else {
            error.detail = "the proxy \(name) is of no use: \(words)"
            return error
        }
        error.detail = self.words(tunnel)
        error.response = error.request.map { HTTPResponse(status: tunnel, url: $0.url) }
        return error
    }

    fileprivate func words(_ status: HTTPStatus) -> String {
        guard status == 407 else { return "the proxy \(name) opens no tunnel: it answered with \(status.code)" }
        return hasCredentials
            ? "the proxy \(name) refuses the user and password that it was sent (407)"
            : "the proxy \(name) wants credentials (407): write user and password into its URL, before the host,"
                + " with a colon between them and an @ after them"
    }

    /// Host and port, without user information.
    private var name: String {
        let place = text.components(separatedBy: "://").last ?? text
        return String(place[(place.lastIndex(of: "@").map(place.index(after:)) ?? place.startIndex)...])
    }
}
