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
    private let me = Endpoint<Int>(.get, "/me", requiresAuthentication: true)

    private func all(_ count: Int, _ api: APIClient) async -> [Result<Int, any Error>] {
        await withTaskGroup(of: Result<Int, any Error>.self) { group in
            for _ in 0..<count {
                group.addTask { do { return .success(try await api.send(me)) } catch { return .failure(error) } }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test func `ten calls with an expired token: one refresh, ten successes`() async throws {  // B42
        // None of the ten is answered before all have come: each is refused once, and sent once more.
        let shop = try TokenShop(gathering: 10)
        let results = await all(10, try shop.client())
        #expect(results.allSatisfy { (try? $0.get()) == 1 })
        #expect(shop.server.requests.filter { $0.path == "/token" }.count == 1)
        #expect(shop.calls.filter { $0["Authorization"] == "Bearer old" }.count == 10)
        #expect(shop.calls.filter { $0["Authorization"] == "Bearer t1" }.count == 10)
    }

    // B46
    @Test func `a refresh that is refused ends the sign-in: nothing more leaves with that token`() async throws {
        let shop = try TokenShop(gathering: 10) { _ in .json(#"{"error":"invalid_grant"}"#, status: 400) }
        let api = try shop.client()
        let errors = await all(10, api).compactMap { result -> APIError? in
            if case .failure(let error) = result { error as? APIError } else { nil }
        }
        #expect(errors.count == 10 && errors.allSatisfy { $0.kind == .unauthorized })
        #expect(Set(errors.map(\.detail)).count == 1 && errors.first?.detail.contains("sign in again") == true)
        #expect(shop.calls.count == 10 && shop.server.requestCount == 11)
        let before = shop.server.requestCount
        await #expect(throws: APIError.self) { _ = try await api.send(me) }
        #expect(shop.server.requestCount == before)
        // A new sign-in lifts it.
        shop.held.withLock { $0 = "t0" }
        #expect(try await api.send(me) == 1)
    }

    @Test func `a refresh that fails for want of a network ends no sign-in`() async throws {
        let isDown = Lock(true)
        let shop = try TokenShop(valid: "new")
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
        let shop = try TokenShop()
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

    @Test func `a server that refuses every token is asked for one new token`() async throws {  // B44
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

    @Test func `ten calls at once to a server that refuses every token ask for one new token`() async throws {  // B44
        let shop = try TokenShop(gathering: 10) { _ in .text("useless") }
        shop.held.withLock { $0 = "old" }
        let api = try shop.client()
        let kinds = await all(10, api).map { result -> APIError.Kind? in
            if case .failure(let error) = result { (error as? APIError)?.kind } else { nil }
        }
        #expect(kinds.count == 10 && kinds.allSatisfy { $0 == .unauthorized })
        #expect(shop.server.requests.filter { $0.path == "/token" }.count == 1 && shop.calls.count == 20)
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
}
