import Sterna
import SternaTesting
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Sign-in, counted at a real server.
struct AuthenticationTests {
    /// A server that knows one token at a time, and a provider that renews it there.
    private final class Shop: Sendable {
        let server: LoopbackServer
        let token: Lock<String>
        let renewals = Lock(0)
        let held = Lock("old")

        init(valid: String = "t0", renew: @escaping @Sendable (Int) -> Answer = { .text("t\($0)") }) throws {
            let (valid, renewals) = (Lock(valid), renewals)
            token = valid
            server = try LoopbackServer { request, _ in
                guard request.path != "/token" else {
                    let count = renewals.withLock { count in
                        count += 1
                        return count
                    }
                    usleep(20_000)
                    let answer = renew(count)
                    if answer.status == 200 { valid.withLock { $0 = "t\(count)" } }
                    return answer
                }
                let isKnown = request["Authorization"] == "Bearer " + valid.withLock { $0 }
                return isKnown ? .json("1") : .json(#"{"message":"who?"}"#, status: 401)
            }
        }

        func client(
            policy: RefreshPolicy = RefreshPolicy(), clock: any TimeSource = ContinuousClock(),
            refresh: (@Sendable (AccessToken) async throws -> AccessToken?)? = nil
        ) throws -> APIClient {
            let (held, url) = (held, server.url)
            let own = try APIClient(baseURL: url) { $0.retry = .never }
            return try APIClient(baseURL: url) {
                $0.authentication = .bearer(
                    policy: policy, clock: clock, current: { AccessToken(Secret(held.withLock { $0 })) },
                    refresh: refresh ?? { _ in
                        let token = try await own.send(Endpoint<String>(.post, "/token"))
                        held.withLock { $0 = token }
                        return AccessToken(Secret(token))
                    })
            }
        }

        var calls: [ReceivedRequest] { server.requests.filter { $0.path != "/token" } }
    }

    private let me = Endpoint<Int>(.get, "/me", requiresAuthentication: true)

    private func all(_ count: Int, _ api: APIClient) async -> [Result<Int, any Error>] {
        await withTaskGroup(of: Result<Int, any Error>.self) { group in
            for _ in 0..<count {
                group.addTask { do { return .success(try await api.send(me)) } catch { return .failure(error) } }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test func `ten calls with an expired token: one refresh, ten successes`() async throws {
        let shop = try Shop()
        let results = await all(10, try shop.client())
        #expect(results.allSatisfy { (try? $0.get()) == 1 })
        #expect(shop.renewals.withLock { $0 } == 1)
        #expect(shop.calls.count <= 20)
    }

    @Test func `a refresh that is refused ends the sign-in: nothing more leaves with that token`() async throws {
        let shop = try Shop { _ in .json(#"{"error":"invalid_grant"}"#, status: 400) }
        let api = try shop.client()
        let results = await all(10, api)
        for case .failure(let error) in results { #expect((error as? APIError)?.kind == .unauthorized) }
        #expect(results.allSatisfy { (try? $0.get()) == nil } && shop.renewals.withLock { $0 } == 1)
        let before = shop.server.requestCount
        await #expect(throws: APIError.self) { _ = try await api.send(me) }
        #expect(shop.server.requestCount == before)
        // A new sign-in lifts it.
        shop.held.withLock { $0 = "t0" }
        #expect(try await api.send(me) == 1)
    }

    @Test func `a refresh that fails for want of a network ends no sign-in`() async throws {
        let isDown = Lock(true)
        let shop = try Shop(valid: "new")
        let held = shop.held
        let api = try shop.client { _ in
            if isDown.withLock({ $0 }) { throw APIError(.connect, "down") }
            held.withLock { $0 = "new" }
            return "new"
        }
        let error = await #expect(throws: APIError.self) { _ = try await api.send(me) }
        #expect(error?.kind == .connect)
        isDown.withLock { $0 = false }
        #expect(try await api.send(me) == 1)
    }

    @Test func `the first to wait is cancelled, the others get their token`() async throws {
        let shop = try Shop()
        let (entered, held) = (Lock(0), shop.held)
        let gate = AsyncStream<Void>.makeStream()
        let api = try shop.client { _ in
            entered.withLock { $0 += 1 }
            for await _ in gate.stream { break }
            try Task.checkCancellation()
            held.withLock { $0 = "t0" }
            return "t0"
        }
        let first = Task { try await api.send(me) }
        while entered.withLock({ $0 }) == 0 { await Task.yield() }
        let others = Task { await all(5, api) }
        await shop.server.waitForRequests(6)
        try await Task.sleep(for: .milliseconds(50))
        first.cancel()
        await #expect(throws: CancellationError.self) { _ = try await first.value }
        gate.continuation.finish()
        #expect(await others.value.allSatisfy { (try? $0.get()) == 1 })
        #expect(entered.withLock { $0 } == 1)
    }

    @Test func `a refresh that hangs fails within its own limit`() async throws {
        let shop = try Shop()
        var policy = RefreshPolicy()
        policy.limit = .milliseconds(200)
        let api = try shop.client(policy: policy) { _ in
            try await Task.sleep(for: .seconds(60))
            return nil
        }
        let start = ContinuousClock.now
        let results = await all(5, api)
        for case .failure(let error) in results { #expect((error as? APIError)?.kind == .timedOut(.total)) }
        #expect(ContinuousClock.now - start < .seconds(5) && results.count == 5)
    }

    @Test func `a server that refuses every token is asked for one new token, not for ever`() async throws {
        let always = try LoopbackServer { request, _ in
            request.path == "/token" ? .text("fresh") : .json("{}", status: 401)
        }
        let held = Lock("old")
        let own = try APIClient(baseURL: always.url)
        let api = try APIClient(baseURL: always.url) {
            $0.authentication = .bearer(current: { AccessToken(Secret(held.withLock { $0 })) }) { _ in
                let token = try await own.send(Endpoint<String>(.post, "/token"))
                held.withLock { $0 = token }
                return AccessToken(Secret(token))
            }
        }
        for _ in 0..<5 {
            let error = await #expect(throws: APIError.self) { _ = try await api.send(me) }
            #expect(error?.kind == .unauthorized)
        }
        #expect(always.requests.filter { $0.path == "/token" }.count == 1)
        #expect(always.requests.filter { $0.path == "/me" }.count == 6)
    }

    @Test func `a late 401 for an old token does not refresh again`() async throws {
        let (held, renewals, arrived) = (Lock("old"), Lock(0), Lock(0))
        // The second request's 401 comes when the first has long renewed the token.
        let server = try LoopbackServer { request, _ in
            guard request["Authorization"] == "Bearer old" else { return .json("1") }
            let isSecond = arrived.withLock { arrived in
                arrived += 1
                return arrived == 2
            }
            if isSecond { usleep(150_000) }
            return .json("{}", status: 401)
        }
        let api = try APIClient(baseURL: server.url) {
            $0.authentication = .bearer(current: { AccessToken(Secret(held.withLock { $0 })) }) { _ in
                renewals.withLock { $0 += 1 }
                held.withLock { $0 = "new" }
                return "new"
            }
        }
        let results = await all(2, api)
        #expect(results.allSatisfy { (try? $0.get()) == 1 } && renewals.withLock { $0 } == 1)
    }

    @Test func `a token that is about to end is renewed before it is used`() async throws {
        let (clock, renewals) = (ManualClock(), Lock(0))
        let transport = MockTransport.json("1")
        let api = try APIClient(baseURL: "http://h", transport: transport) {
            let end = clock.date.addingTimeInterval(60)
            $0.authentication = .bearer(clock: clock, current: { AccessToken("old", expiresAt: end) }) { _ in
                renewals.withLock { $0 += 1 }
                return AccessToken("new", expiresAt: end.addingTimeInterval(3600))
            }
        }
        _ = try await api.send(me)
        await clock.advance(by: .seconds(31))
        _ = try await api.send(me)
        _ = try await api.send(me)
        let sent = transport.requests.map { $0.fields[.authorization] }
        #expect(sent == ["Bearer old", "Bearer new", "Bearer new"] && renewals.withLock { $0 } == 1)
    }

    @Test func `without a token nothing is sent, and what needs none carries none`() async throws {
        let transport = MockTransport.json("1")
        let api = try APIClient(baseURL: "http://h", transport: transport) {
            $0.authentication = .bearer(current: { nil })
        }
        let error = await #expect(throws: APIError.self) { _ = try await api.send(me) }
        #expect(error?.kind == .unauthorized && transport.requests.isEmpty)
        let none = try APIClient(baseURL: "http://h", transport: transport)
        await #expect(throws: APIError.self) { _ = try await none.send(me) }
        #expect(transport.requests.isEmpty)
        _ = try await api.send(Endpoint<Int>(.get, "/open"))
        #expect(transport.requests.first?.fields[.authorization] == nil)
    }

    @Test func `a refresh through the same client does not wait for itself`() async throws {
        let holder = Lock<APIClient?>(nil)
        let server = try LoopbackServer { request, _ in
            if request.path == "/token" { return .text("new") }
            return request["Authorization"] == "Bearer new" ? .json("1") : .json("{}", status: 401)
        }
        let api = try APIClient(baseURL: server.url) {
            var authentication = Authentication.bearer(current: { "old" }) { _ in
                guard let api = holder.withLock({ $0 }) else { return nil }
                return AccessToken(Secret(try await api.send(Endpoint<String>(.post, "/token"))))
            }
            authentication.scope = .always
            $0.authentication = authentication
        }
        holder.withLock { $0 = api }
        #expect(try await api.send(me) == 1)
        #expect(server.requests.first { $0.path == "/token" }?["Authorization"] == nil)
        holder.withLock { $0 = nil }
    }

    @Test func `a token without the right scope is not renewed`() async throws {
        let renewals = Lock(0)
        let server = try LoopbackServer { _, _ in
            .json("{}", status: 401, fields: [.init("WWW-Authenticate", #"Bearer error="insufficient_scope""#)])
        }
        let api = try APIClient(baseURL: server.url) {
            $0.authentication = .bearer(current: { "old" }) { _ in
                renewals.withLock { $0 += 1 }
                return "new"
            }
        }
        await #expect(throws: APIError.self) { _ = try await api.send(me) }
        #expect(renewals.withLock { $0 } == 0 && server.requestCount == 1)
    }

    @Test func `a body that cannot be read again is refused by name`() async throws {
        let server = try LoopbackServer { _, _ in .json("{}", status: 401) }
        let api = try APIClient(baseURL: server.url) {
            $0.authentication = .bearer(current: { "old" }) { _ in "new" }
        }
        let body = Endpoint<Int>.Body { _ in
            .chunks(isReplayable: false) {
                AsyncStream {
                    $0.yield(Data("abc".utf8))
                    $0.finish()
                }
            }
        }
        let error = await #expect(throws: APIError.self) {
            _ = try await api.send(Endpoint<Int>(.post, "/", body: body, requiresAuthentication: true))
        }
        #expect(error?.kind == .bodyNotReplayable && server.requestCount == 1)
        #expect(error?.response?.status == 401)
    }

    @Test func `Basic and keys are sent, and are secret`() async throws {
        let transport = MockTransport.json("{}", status: 418)
        let shop = try #require(HTTPField.Name("X-Shop"))
        let schemes: [(Authentication, HTTPField.Name, String)] = [
            (.basic(user: "u", password: "pässwörd"), .authorization, "Basic dTpww6Rzc3fDtnJk"),
            (.apiKey("k3y+&=", field: shop), shop, "k3y+&="),
        ]
        for (authentication, field, value) in schemes {
            let api = try APIClient(baseURL: "http://h", transport: transport) { $0.authentication = authentication }
            let error = await #expect(throws: APIError.self) { _ = try await api.send(me) }
            let sent = try #require(transport.requests.last)
            #expect(sent.fields[field] == value)
            #expect(sent.redaction.isSecret(field))
            #expect(error.map { "\($0)".contains(value) } == false)
        }
        let api = try APIClient(baseURL: "http://h", transport: transport) {
            $0.authentication = .apiKey("k3y+&=", query: "shop")
        }
        _ = try? await api.send(Endpoint<Int>(.get, "/me", query: [QueryItem("a", 1)], requiresAuthentication: true))
        let sent = try #require(transport.requests.last)
        #expect(sent.url.description == "http://h/me?a=1&shop=k3y%2B%26%3D" && !"\(sent)".contains("k3y"))
    }

    @Test func `a credential goes to its own origin alone`() async throws {
        let transport = MockTransport.json("1")
        let api = try APIClient(baseURL: "http://h", transport: transport) {
            var authentication = Authentication.bearer("t")
            authentication.scope = .always
            $0.authentication = authentication
        }
        _ = try await api.exchange(HTTPRequest(.get, try URI("http://other.test/")))
        #expect(transport.requests.last?.fields[.authorization] == nil)
        let error = await #expect(throws: APIError.self) {
            var request = HTTPRequest(.get, try URI("http://other.test/"))
            request.requiresAuthentication = true
            _ = try await api.exchange(request)
        }
        #expect(error?.kind == .invalidRequest && transport.requests.count == 1)
    }

    @Test func `a file keeps the token for its owner alone`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("token")
        let store = FileTokenStore(path)
        #expect(try await store.load() == nil)
        let token = AccessToken(
            "s3cret", expiresAt: Date(timeIntervalSince1970: 1_800_000_000), refreshToken: "more")
        try await store.save(token)
        #expect(try await store.load() == token)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        try await store.save("two")
        #expect(try await store.load() == "two")
        chmod(path, 0o644)
        let error = await #expect(throws: APIError.self) { _ = try await store.load() }
        #expect(error?.kind == .fileSystem)
        try await store.remove()
        try await store.remove()
        #expect(try await store.load() == nil && FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        await #expect(throws: APIError.self) { try await FileTokenStore("/nowhere/at/all").save("x") }
    }

    @Test func `a store takes the new token, keeps the refresh token, and is emptied when the sign-in ends`()
        async throws
    {
        let store = MemoryTokenStore(AccessToken("old", refreshToken: "r1"))
        let server = try LoopbackServer { request, _ in
            request["Authorization"] == "Bearer new" ? .json("1") : .json("{}", status: 401)
        }
        func api(_ answer: AccessToken?) throws -> APIClient {
            try APIClient(baseURL: server.url) { $0.authentication = .bearer(store: store) { _ in answer } }
        }
        #expect(try await api("new").send(me) == 1)
        #expect(try await store.load() == AccessToken("new", refreshToken: "r1"))
        try await store.save("worn")
        await #expect(throws: APIError.self) { _ = try await api(nil).send(me) }
        #expect(try await store.load() == nil)
    }
}
