/// Tokens of a provider, renewed once for all who need it.
final class BearerScheme: AuthenticationScheme {
    private struct State: Sendable {
        /// The last token that was renewed, and what came in its place.
        var renewal: (old: Secret, new: AccessToken)?
        var renewedAt: ContinuousClock.Instant?
        /// The token with which the sign-in ended.
        var refused: Secret?
    }

    /// The schemes whose refresh runs in this task: what it sends must not wait for it.
    @TaskLocal static var refreshing: Set<ObjectIdentifier> = []

    private var isRefreshing: Bool { Self.refreshing.contains(ObjectIdentifier(self)) }

    private let policy: RefreshPolicy
    private let current: @Sendable () async throws -> AccessToken?
    private let refresh: (@Sendable (AccessToken) async throws -> AccessToken?)?
    /// The renewals that run, by the token that is renewed: after a change of account two may.
    private let flights = Lock<[Secret: SingleFlight<AccessToken>]>([:])
    private let state = Lock(State())
    private let clock: any TimeSource

    init(
        _ policy: RefreshPolicy, _ clock: any TimeSource,
        _ current: @escaping @Sendable () async throws -> AccessToken?,
        _ refresh: (@Sendable (AccessToken) async throws -> AccessToken?)?
    ) {
        self.policy = policy
        self.clock = clock
        self.current = current
        self.refresh = refresh
    }

    func authorizing(_ request: HTTPRequest) async throws -> HTTPRequest {
        if isRefreshing { return request }
        var token = try await present()
        if let end = token.expiresAt, refresh != nil,
            end.timeIntervalSince(clock.date) <= policy.leeway / .seconds(1)
        {
            token = try await renew(token)
        }
        return try carrying(token, request)
    }

    func renewing(
        _ refused: HTTPRequest, as request: HTTPRequest, after response: HTTPResponse
    ) async throws -> HTTPRequest? {
        guard refresh != nil, !isRefreshing, !Self.lacksScope(response), let used = Self.token(of: refused) else {
            return nil
        }
        let token = try await present()
        // Another call has renewed it meanwhile.
        guard token.value == used else { return try carrying(token, request) }
        guard !isFresh(used) else { return nil }
        return try carrying(try await renew(token), request)
    }

    /// The token to use: that of the provider, or what came in its place.
    private func present() async throws -> AccessToken {
        guard let token = try await current() else {
            throw APIError(.unauthorized, "nobody is signed in: the provider has no token; nothing was sent")
        }
        let known = state.withLock { $0 }
        guard token.value != known.refused else { throw Self.over }
        guard let renewal = known.renewal, renewal.old == token.value else { return token }
        return renewal.new
    }

    private func renew(_ old: AccessToken) async throws -> AccessToken {
        let flight = flights.withLock { flights in
            let flight = flights[old.value] ?? SingleFlight()
            flights[old.value] = flight
            return flight
        }
        return try await flight.run { [self] in
            defer { flights.withLock { $0[old.value] = nil } }
            // Who comes late to a flight that has just landed finds its token here.
            let token = try await present()
            guard token.value == old.value else { return token }
            return try await fetch(old)
        }
    }

    private func fetch(_ old: AccessToken) async throws -> AccessToken {
        guard let refresh else { return old }
        do {
            let answer = try await Self.$refreshing.withValue(Self.refreshing.union([ObjectIdentifier(self)])) {
                try await clock.limiting(to: policy.limit) { Answer(token: try await refresh(old)) }
            }
            guard let answer else {
                throw APIError(.timedOut(.total), "the token was not renewed within \(policy.limit)")
            }
            guard let new = answer.token else { throw Self.over }
            state.withLock { state in
                state.renewal = (old.value, new)
                state.renewedAt = clock.now
            }
            return new
        } catch let error as APIError where error.endsSignIn {
            state.withLock { $0.refused = old.value }
            var known = Self.over
            known.underlying = error
            throw known
        } catch var error as APIError {
            // The attempts of the refresh are not those of the call, which is not sent again for its sake.
            error.attempts = []
            throw error
        }
    }

    private struct Answer: Sendable {
        let token: AccessToken?
    }

    private func isFresh(_ token: Secret) -> Bool {
        let known = state.withLock { $0 }
        guard let renewal = known.renewal, renewal.new.value == token, let moment = known.renewedAt else {
            return false
        }
        return clock.now - moment < policy.freshness
    }

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
        let challenge = response.fields[HTTPField.Name(known: "WWW-Authenticate")]?.lowercased() ?? ""
        return challenge.contains("insufficient_scope")
    }

    private static var over: APIError {
        APIError(.unauthorized, "the sign-in is over: the token could not be renewed; sign in again")
    }
}

extension APIError {
    /// Whether the server that was asked for a new token means no: 401, or the 400 and 403 of RFC 6749 §5.2.
    fileprivate var endsSignIn: Bool {
        kind == .unauthorized || kind == .rejected && [400, 403, nil].contains(response?.status.code)
    }
}
