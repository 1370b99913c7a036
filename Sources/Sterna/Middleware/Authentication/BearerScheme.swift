/// Tokens of a provider, renewed once for all who need it.
final class BearerScheme: AuthenticationScheme {
    private let policy: RefreshPolicy
    private let clock: any TimeSource
    private let provider: TokenProvider
    /// The renewals that run, by the token that is renewed: after a change of account two may.
    private let flights = SingleFlight<Secret, AccessToken>()
    private let history = Lock(TokenHistory())

    init(_ policy: RefreshPolicy, _ clock: any TimeSource, _ provider: TokenProvider) {
        self.policy = policy
        self.clock = clock
        self.provider = provider
    }

    /// What the provider sends through the same client carries no credential, and does not wait for one.
    private var errand: Errand { Errand(of: self) }

    func authorizing(_ request: HTTPRequest) async throws -> HTTPRequest {
        guard !errand.isUnderWay else { return request }
        let token = try await present()
        return try carrying(isEnding(token) ? try await renewedAhead(token) : token, request)
    }

    func renewing(
        _ refused: HTTPRequest, as request: HTTPRequest, after response: HTTPResponse
    ) async throws -> HTTPRequest? {
        guard provider.refresh != nil, !errand.isUnderWay, !Self.lacksScope(response),
            let used = Self.token(of: refused)
        else { return nil }
        let token = try await present()
        // Another call has renewed it meanwhile.
        guard token.value == used else { return try carrying(token, request) }
        guard !history.withLock({ $0.isFresh(used, policy, at: clock.now) }) else { return nil }
        return try carrying(try await renewed(token), request)
    }
}

// MARK: - Tokens

extension BearerScheme {
    /// The token to use: that of the provider, or what came in its place.
    private func present() async throws -> AccessToken {
        guard let token = try await errand.run({ try await provider.current() }) else {
            throw APIError(.unauthorized, "nobody is signed in: the provider has no token; nothing was sent")
        }
        guard let token = history.withLock({ $0.successor(of: token) }) else { throw Self.over(nil) }
        return token
    }

    private func isEnding(_ token: AccessToken) -> Bool {
        let (now, date) = (clock.now, clock.date)
        return provider.refresh != nil && history.withLock { $0.isEnding(token, policy, at: now, date) }
    }

    /// A new token in place of one that is about to end; that one while it lasts, when none can be had.
    private func renewedAhead(_ token: AccessToken) async throws -> AccessToken {
        do {
            return try await renewed(token)
        } catch let error as APIError {
            let isOver = history.withLock { $0.isOver(token) }
            guard !isOver, let end = token.expiresAt, end > clock.date else { throw error }
            history.withLock { $0.failed(token, until: clock.now + .seconds(5)) }
            // Nobody may be signed in any more, or somebody else.
            return try await present()
        }
    }

    private func renewed(_ old: AccessToken) async throws -> AccessToken {
        try await flights.run(old.value) { [self] in
            let token = try await clock.limiting(to: policy.limit) { [self] in
                // Who comes late to a flight that has just landed finds its token here.
                let token = try await present()
                return token.value == old.value ? try await fetch(old) : token
            }
            guard let token else {
                throw APIError(.timedOut(.total), "the token was not renewed within \(policy.limit)")
            }
            return token
        }
    }

    private func fetch(_ old: AccessToken) async throws -> AccessToken {
        guard let refresh = provider.refresh else { return old }
        let new: AccessToken?
        do {
            new = try await errand.run { try await refresh(old) }
        } catch let error as APIError where error.endsSignIn {
            return try await end(old, error)
        } catch {
            throw Self.failure(error)
        }
        guard let new, !history.withLock({ $0.isOver(new) }) else { return try await end(old, nil) }
        // Known before it is kept: where it cannot be kept, it serves as long as the program runs.
        history.withLock { [now = clock.now, date = clock.date] in $0.renewed(old, by: new, at: now, date) }
        guard try await provider.replace(old, new)?.value != new.value else { return new }
        // The provider has another token by now, or none.
        return try await present()
    }

    /// Ends the sign-in, unless somebody has signed in anew meanwhile.
    private func end(_ old: AccessToken, _ cause: APIError?) async throws -> AccessToken {
        history.withLock { $0.ended(with: old) }
        do {
            _ = try await provider.replace(old, nil)
            let token = try await present()
            if token.value != old.value { return token }
        } catch {
            // That there is no other token is what is said below.
        }
        throw Self.over(cause)
    }
}

// MARK: - Requests and answers

extension BearerScheme {
    private func carrying(_ token: AccessToken, _ request: HTTPRequest) throws -> HTTPRequest {
        var request = request
        request.fields[.authorization] = "Bearer " + token.value.value
        guard request.fields.invalid == nil, !token.value.value.isEmpty else {
            throw APIError(.unauthorized, "the token is empty or holds a control character; nothing was sent")
        }
        return request
    }

    private static func token(of request: HTTPRequest) -> Secret? {
        request.fields[.authorization].map { Secret(String($0.dropFirst("Bearer ".count))) }
    }

    /// The token is good, but not for this (RFC 6750 §3.1): a new one would not be either.
    private static func lacksScope(_ response: HTTPResponse) -> Bool {
        Challenge.list(in: response.fields[values: .wwwAuthenticate]).contains {
            $0.scheme == "bearer" && $0.parameters["error"] == "insufficient_scope"
        }
    }

    private static func over(_ cause: APIError?) -> APIError {
        APIError(
            .unauthorized, "the sign-in is over: the token could not be renewed; sign in again", underlying: cause)
    }

    /// What a call fails with when its token could not be renewed. The attempts of the refresh, and what became of its
    /// request, are not those of the call.
    private static func failure(_ error: any Error) -> APIError {
        guard let known = error as? APIError else {
            return APIError(.connectionLost, "the token could not be renewed: \(error)", underlying: error)
        }
        return APIError(
            known.kind, "the token could not be renewed: \(known.detail)", response: known.response, underlying: known)
    }
}

extension APIError {
    /// Whether the server that was asked for a new token means no: 401, or the 400 and 403 of RFC 6749 §5.2.
    fileprivate var endsSignIn: Bool {
        kind == .unauthorized || kind == .rejected && [400, 403, nil].contains(response?.status.code)
    }
}
