import SternaTesting
import Testing

@testable import Sterna

/// When tokens are renewed, and which one is used then.
struct RenewalTests {
    private let me = Endpoint<Int>(.get, "/me", requiresAuthentication: true)

    /// A transport that lets one token in.
    private func door(_ valid: Lock<String>) -> MockTransport {
        MockTransport { request in
            let isKnown = request.fields[.authorization] == "Bearer " + valid.withLock { $0 }
            return isKnown ? .json("1", to: request) : .json("{}", status: 401, to: request)
        }
    }

    private func sent(_ transport: MockTransport) -> [String?] {
        transport.requests.map { $0.fields[.authorization] }
    }

    @Test func `a token that was refused stays unused, also where the provider keeps the one before`() async throws {
        let (clock, valid, renewals) = (ManualClock(), Lock("new"), Lock(0))
        let transport = door(valid)
        let api = try APIClient(baseURL: "http://h", transport: transport) {
            $0.clock = clock
            $0.authentication = .bearer(clock: clock, current: { "old" }) { _ in
                let isFirst = renewals.withLock { renewals in
                    renewals += 1
                    return renewals == 1
                }
                return isFirst ? "new" : nil
            }
        }
        #expect(try await api.send(me) == 1)
        await clock.advance(by: .seconds(31))
        valid.withLock { $0 = "another" }
        for _ in 0..<3 { #expect(await failure { try await api.send(me) }?.kind == .unauthorized) }
        // The old one, the new one, and the new one that was refused: then nothing.
        #expect(sent(transport) == ["Bearer old", "Bearer new", "Bearer new"] && renewals.withLock { $0 } == 2)
    }

    @Test func `a provider that keeps its first token is followed over many renewals`() async throws {
        let (clock, valid, renewals) = (ManualClock(), Lock("t1"), Lock(0))
        let transport = door(valid)
        let api = try APIClient(baseURL: "http://h", transport: transport) {
            $0.clock = clock
            $0.authentication = .bearer(clock: clock, current: { "t0" }) { old in
                let number = renewals.withLock { renewals in
                    renewals += 1
                    return renewals
                }
                #expect(old.value.value == "t\(number - 1)")
                return AccessToken(Secret("t\(number)"))
            }
        }
        for number in 1...50 {
            valid.withLock { $0 = "t\(number)" }
            #expect(try await api.send(me) == 1)
            await clock.advance(by: .seconds(31))
        }
        #expect(renewals.withLock { $0 } == 50 && transport.requests.count == 100)
    }

    @Test func `a token that lives shorter than the leeway is not renewed for every call`() async throws {
        let (clock, renewals) = (ManualClock(), Lock(0))
        let transport = MockTransport.json("1")
        let api = try APIClient(baseURL: "http://h", transport: transport) {
            $0.authentication = .bearer(clock: clock, current: { AccessToken("t0", expiresAt: clock.date) }) { _ in
                let number = renewals.withLock { renewals in
                    renewals += 1
                    return renewals
                }
                return AccessToken(Secret("t\(number)"), expiresAt: clock.date.addingTimeInterval(20))
            }
        }
        for _ in 0..<20 {
            _ = try await api.send(me)
            await clock.advance(by: .seconds(1))
        }
        #expect(renewals.withLock { $0 } == 2)
    }

    @Test func `a clock that is wrong does not renew without end`() async throws {
        let (clock, renewals) = (ManualClock(), Lock(0))
        let api = try APIClient(baseURL: "http://h", transport: MockTransport.json("1")) {
            let past = clock.date.addingTimeInterval(-3600)
            $0.authentication = .bearer(clock: clock, current: { AccessToken("t0", expiresAt: past) }) { _ in
                renewals.withLock { $0 += 1 }
                return AccessToken("t1", expiresAt: past)
            }
        }
        for _ in 0..<5 { _ = try await api.send(me) }
        #expect(renewals.withLock { $0 } == 1)
    }

    @Test func `a token is used to its end when no new one can be had`() async throws {
        let (clock, renewals, transport) = (ManualClock(), Lock(0), MockTransport.json("1"))
        let api = try APIClient(baseURL: "http://h", transport: transport) {
            let end = clock.date.addingTimeInterval(20)
            $0.authentication = .bearer(clock: clock, current: { AccessToken("old", expiresAt: end) }) { _ in
                renewals.withLock { $0 += 1 }
                throw APIError(.connect, "down")
            }
        }
        for _ in 0..<3 { _ = try await api.send(me) }
        #expect(renewals.withLock { $0 } == 1)
        await clock.advance(by: .seconds(6))
        _ = try await api.send(me)
        #expect(renewals.withLock { $0 } == 2 && sent(transport) == Array(repeating: "Bearer old", count: 4))
        await clock.advance(by: .seconds(15))
        #expect(await failure { try await api.send(me) }?.kind == .connect)
        #expect(transport.requests.count == 4)
    }

    @Test func `a token that is refused ahead of its end is not used to its end`() async throws {
        let (clock, transport) = (ManualClock(), MockTransport.json("1"))
        let api = try APIClient(baseURL: "http://h", transport: transport) {
            let end = clock.date.addingTimeInterval(20)
            $0.authentication = .bearer(clock: clock, current: { AccessToken("old", expiresAt: end) }) { _ in nil }
        }
        for _ in 0..<2 { #expect(await failure { try await api.send(me) }?.kind == .unauthorized) }
        #expect(transport.requests.isEmpty)
    }

    @Test func `a provider may ask for its token through the same client`() async throws {
        let holder = Lock<APIClient?>(nil)
        let server = try LoopbackServer { request, _ in
            request.path == "/session"
                ? .text("t1") : request["Authorization"] == "Bearer t1" ? .json("1") : Answer(401)
        }
        let api = try client(of: server) {
            var authentication = Authentication.bearer(current: {
                guard let api = holder.withLock({ $0 }) else { return nil }
                return AccessToken(Secret(try await api.send(Endpoint<String>(.post, "/session"))))
            })
            authentication.scope = .always
            $0.authentication = authentication
        }
        holder.withLock { $0 = api }
        defer { holder.withLock { $0 = nil } }
        #expect(try await api.send(me) == 1)
        #expect(server.requests.map(\.path) == ["/session", "/me"] && server.requests[0]["Authorization"] == nil)
    }

    @Test func `a renewal does not wait for a place that its own waiters hold`() async throws {
        let holder = Lock<APIClient?>(nil)
        let server = try LoopbackServer { request, _ in
            if request.path == "/token" { return .text("new") }
            return request["Authorization"] == "Bearer new" ? .json("1") : .json("{}", status: 401)
        }
        let api = try client(of: server) {
            $0.rateLimit = .concurrent(2)
            $0.timeouts.total = .seconds(10)
            $0.authentication = .bearer(current: { "old" }) { _ in
                guard let api = holder.withLock({ $0 }) else { return nil }
                return AccessToken(Secret(try await api.send(Endpoint<String>(.post, "/token"))))
            }
        }
        holder.withLock { $0 = api }
        defer { holder.withLock { $0 = nil } }
        let calls = (0..<6).map { _ in Task { try await api.send(me) } }
        for call in calls { #expect(try await call.value == 1) }
        #expect(server.requests.filter { $0.path == "/token" }.count == 1)
    }

    @Test func `a half-open breaker lets the renewal through that its probe waits for`() async throws {
        let (clock, holder, fails) = (ManualClock(), Lock<APIClient?>(nil), Lock(true))
        let server = try LoopbackServer { request, _ in
            if fails.withLock({ $0 }) { return Answer(503) }
            if request.path == "/token" { return .text("new") }
            return request["Authorization"] == "Bearer new" ? .json("1") : .json("{}", status: 401)
        }
        let api = try client(of: server) {
            $0.clock = clock
            $0.retry = .never
            $0.circuitBreaker = CircuitBreakerPolicy()
            $0.authentication = .bearer(clock: clock, current: { "old" }) { _ in
                guard let api = holder.withLock({ $0 }) else { return nil }
                return AccessToken(Secret(try await api.send(Endpoint<String>(.post, "/token"))))
            }
        }
        holder.withLock { $0 = api }
        defer { holder.withLock { $0 = nil } }
        for _ in 0..<5 { _ = await failure { try await api.send(me) } }
        #expect(await failure { try await api.send(me) }?.kind == .circuitOpen)
        await clock.advance(by: .seconds(30))
        fails.withLock { $0 = false }
        for _ in 0..<3 { #expect(try await api.send(me) == 1) }
    }
}

/// What is remembered of tokens.
struct TokenHistoryTests {
    private let now = ContinuousClock.now
    private let date = Date(timeIntervalSince1970: 1_800_000_000)

    @Test func `a way of renewals leads to its end, and never in a ring`() {
        var history = TokenHistory()
        for (old, new) in [("a", "b"), ("b", "c"), ("c", "a"), ("a", "a"), ("a", "d")] as [(AccessToken, AccessToken)] {
            history.renewed(old, by: new, at: now, date)
            #expect(history.successor(of: old)?.value == new.value)
        }
        for token in ["a", "b", "c", "d"] as [AccessToken] { #expect(history.successor(of: token)?.value == "d") }
        #expect(history.successor(of: "other")?.value == "other")
    }

    @Test func `what comes late changes nothing`() {
        var history = TokenHistory()
        history.renewed("a", by: "b", at: now, date)
        history.renewed("a", by: "late", at: now, date)
        history.ended(with: "a")
        #expect(history.successor(of: "a")?.value == "b" && !history.isOver("a"))
        history.ended(with: "b")
        #expect(history.successor(of: "a") == nil && history.successor(of: "b") == nil)
    }
}
