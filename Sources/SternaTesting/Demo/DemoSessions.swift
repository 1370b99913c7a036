import Sterna

/// Sign-in as OAuth 2.0 has it (RFC 6749): tokens with an end, and refresh tokens that are good for one use.
struct DemoSessions: Sendable {
    private struct Grant: Sendable {
        var family: Int
        var end: ContinuousClock.Instant
        var isUsed = false
    }

    private struct State: Sendable {
        var count = 0
        var access: [String: Grant] = [:]
        var refresh: [String: Grant] = [:]
    }

    private final class Store: Sendable {
        let state = Lock(State())
    }

    private let store = Store()

    var routes: [DemoRoute] {
        [
            DemoRoute("GET", "/me", "The user of a bearer token; 401 without a good one.") { try me($0) },
            DemoRoute(
                "POST", "/token",
                "A token (form: grant_type=password&username=&password=, client_credentials or refresh_token); "
                    + "?expires_in=SECONDS&delay_ms=."
            ) { try token($0) },
        ]
    }

    private func me(_ request: DemoRequest) throws -> Answer {
        guard let credential = request.received["Authorization"] else {
            throw Self.unauthorized("Sign in first.", challenge: "")
        }
        let words = credential.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "bearer" else {
            throw Self.unauthorized("A bearer token is needed.", challenge: "")
        }
        let token = String(words[1])
        guard let grant = store.state.withLock({ $0.access[token] }) else {
            throw Self.unauthorized("The token is not known.", challenge: ", error=\"invalid_token\"")
        }
        guard grant.end > .now else {
            let challenge = ", error=\"invalid_token\", error_description=\"The token has expired\""
            throw Self.unauthorized("The token has expired.", challenge: challenge)
        }
        return .json(try DemoCollection.users.item(1))
    }

    private static func unauthorized(_ message: String, challenge: String) -> DemoProblem {
        let field = Answer.Field("WWW-Authenticate", "Bearer realm=\"demo\"" + challenge)
        return DemoProblem(401, "unauthorized", message, fields: [field])
    }

    private func token(_ request: DemoRequest) throws -> Answer {
        if let delay = try request.query.milliseconds("delay_ms") { request.connection.wait(delay) }
        let members = try request.object()
        let text = { (name: String) in members[name]?.plainText ?? request.query[name] }
        guard let seconds = Double(text("expires_in") ?? "3600"), (0...1e6).contains(seconds) else {
            throw DemoProblem.badQuery("expires_in", "a number of seconds from 0 to 1000000")
        }
        switch text("grant_type") {
        case "password":
            guard let user = text("username"), !user.isEmpty, let word = text("password"), word != "wrong" else {
                return Self.refuse("invalid_grant", "user name or password is wrong")
            }
            return issue(family: nil, seconds: seconds, withRefresh: true)
        case "client_credentials":
            return issue(family: nil, seconds: seconds, withRefresh: false)
        case "refresh_token":
            return refresh(text("refresh_token") ?? "", seconds: seconds)
        case let other:
            return Self.refuse("unsupported_grant_type", "grant_type \(other ?? "is missing") is not supported")
        }
    }

    /// A refresh token is good for one use; a second use means that it was stolen, and ends the whole family.
    private func refresh(_ token: String, seconds: Double) -> Answer {
        let family: Int? = store.state.withLock { state in
            guard let grant = state.refresh[token] else { return nil }
            guard !grant.isUsed else {
                state.access = state.access.filter { $0.value.family != grant.family }
                state.refresh = state.refresh.filter { $0.value.family != grant.family }
                return nil
            }
            state.refresh[token]?.isUsed = true
            return grant.family
        }
        guard let family else {
            return Self.refuse("invalid_grant", "the refresh token is not good, or was used before")
        }
        return issue(family: family, seconds: seconds, withRefresh: true)
    }

    private func issue(family: Int?, seconds: Double, withRefresh: Bool) -> Answer {
        let number = store.state.withLock { state in
            state.count += 1
            let grant = Grant(family: family ?? state.count, end: .now + .seconds(seconds))
            state.access["access-\(state.count)"] = grant
            if withRefresh { state.refresh["refresh-\(state.count)"] = grant }
            return state.count
        }
        let whole = Int(seconds)
        var members: [String: DemoJSON] = [
            "access_token": .string("access-\(number)"), "token_type": "Bearer",
            "expires_in": Double(whole) == seconds ? .integer(whole) : .number(seconds),
        ]
        if withRefresh { members["refresh_token"] = .string("refresh-\(number)") }
        return .json(.object(members), fields: [.init("Cache-Control", "no-store")])
    }

    private static func refuse(_ error: DemoJSON, _ description: String) -> Answer {
        .json(
            ["error": error, "error_description": .string(description)], status: 400,
            fields: [.init("Cache-Control", "no-store")])
    }
}
