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
            throw refusal("the redirect leads from https to http: \(request.masking.redacting(target))")
        }
        var next = request
        // What the first request has stays known, to be masked where one server passes it on to another.
        next.redaction.values.formUnion(request.secrets)
        next.url = target
        try carry(&next, response.status)
        if target.origin != request.url.origin { leaveOrigin(&next) }
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
            drop(&next) { $0.text.lowercased().hasPrefix("content-") || bodyFields.contains($0) }
            return
        }
        guard next.body?.isReplayable ?? true else {
            throw APIError(
                .bodyNotReplayable,
                "the server redirects with \(status.code), and the body cannot be sent a second time")
        }
    }

    /// Drops what is for the first origin alone: secrets too, unless the new one may have them.
    private static func leaveOrigin(_ next: inout HTTPRequest) {
        let isTrusted = next.credentialOrigins.contains(next.url.origin)
        let redaction = next.redaction
        drop(&next) { ownFields.contains($0) || !isTrusted && (redaction.isSecret($0) || credentials.contains($0)) }
    }

    private static func drop(_ next: inout HTTPRequest, _ isUnwanted: (HTTPField.Name) -> Bool) {
        for name in Set(next.fields.map(\.name)) where isUnwanted(name) { next.fields[name] = nil }
    }

    private static func refusal(_ detail: String) -> APIError { APIError(.redirectRefused, detail) }

    /// What tells of a body that is no longer there, or of the state of the resource that was asked for first, beside
    /// `Content-…`.
    private static let bodyFields: Set<HTTPField.Name> = [
        .idempotencyKey, .transferEncoding, .expect, .ifMatch, .init(known: "If-Unmodified-Since"),
        .init(known: "Digest"), .init(known: "Repr-Digest"), .init(known: "Trailer"),
    ]

    /// What is dropped whatever the caller's list of secrets says.
    private static let credentials: Set<HTTPField.Name> = [.authorization]

    /// What is the first origin's alone, and goes to no other whatever is trusted: its names, its cookies.
    private static let ownFields: Set<HTTPField.Name> = [
        .host, .init(known: "Origin"), .init(known: "Referer"), .cookie, .proxyAuthorization,
    ]
}
