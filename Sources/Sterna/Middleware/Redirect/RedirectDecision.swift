/// Where an answer leads: a pure function of the request and the answer.
enum RedirectDecision {
    /// The request that follows, or `nil` when the answer is not a redirect that can be followed.
    ///
    /// - Throws: `redirectRefused` when following would be unsafe or makes no sense, `bodyNotReplayable` when the body
    ///   would have to be sent again and cannot be.
    static func next(after response: HTTPResponse, to request: HTTPRequest) throws(APIError) -> HTTPRequest? {
        guard [301, 302, 303, 307, 308].contains(response.status.code) else { return nil }
        let places = Set(response.fields[values: .location])
        guard let place = places.first else { return nil }
        guard places.count == 1 else { throw refusal("the answer names \(places.count) places to go to") }
        let target = try target(place, from: request.url)
        guard target.isSecure || !request.url.isSecure else {
            throw refusal("the redirect leads from https to http: \(request.redaction.redacting(target))")
        }
        var next = request
        next.url = target
        try carry(&next, response.status)
        if target.origin != request.url.origin { dropSecrets(&next) }
        return next
    }

    private static func target(_ place: String, from url: URI) throws(APIError) -> URI {
        do throws(InvalidURI) {
            var target = try url.resolving(place)
            // Credentials in a redirect are the server's, not the caller's.
            target.userInfo = nil
            // A fragment is inherited (RFC 9110 §10.2.2).
            if target.fragment == nil { target.fragment = url.fragment }
            return target
        } catch {
            throw refusal("the place to go to is no URL: \(error.description)")
        }
    }

    /// The method and the body that go along (RFC 9110 §15.4): after 303 every method but HEAD becomes GET, after 301
    /// and 302 POST does.
    private static func carry(_ next: inout HTTPRequest, _ status: HTTPStatus) throws(APIError) {
        let becomesGet = status == 303 ? next.method != .head : next.method == .post && (status == 301 || status == 302)
        if becomesGet && next.method != .get {
            next.method = .get
            next.body = nil
            for name in contentFields { next.fields[name] = nil }
            return
        }
        guard next.body?.isReplayable ?? true else {
            throw APIError(
                .bodyNotReplayable,
                "the server redirects with \(status.code), and the body cannot be sent a second time")
        }
    }

    private static func dropSecrets(_ next: inout HTTPRequest) {
        let names = Set(next.fields.map(\.name))
        for name in names where next.redaction.isSecret(name) || ownFields.contains(name) { next.fields[name] = nil }
    }

    private static func refusal(_ detail: String) -> APIError { APIError(.redirectRefused, detail) }

    /// What tells of a body that is no longer there, or of the resource that was asked for first.
    private static let contentFields: [HTTPField.Name] = [
        .contentType, .contentLength, .contentEncoding, .idempotencyKey,
        .init(known: "Content-Language"), .init(known: "Content-Location"), .init(known: "Content-Disposition"),
        .init(known: "Content-MD5"), .init(known: "Content-Range"), .init(known: "Digest"),
        .init(known: "Content-Digest"), .init(known: "Repr-Digest"), .init(known: "Transfer-Encoding"),
        .init(known: "Expect"), .init(known: "If-Match"), .init(known: "If-Unmodified-Since"),
    ]

    /// What names the first origin and is nobody else's business.
    private static let ownFields: Set<HTTPField.Name> = [
        .init(known: "Host"), .init(known: "Origin"), .init(known: "Referer"),
    ]
}
