import Sterna
import SternaTesting
import Testing

/// A host that fails is left alone.
struct CircuitBreakerTests {
    private func shop(_ clock: ManualClock, failing: Lock<Bool>) throws -> (LoopbackServer, APIClient) {
        let server = try LoopbackServer { request, _ in
            failing.withLock { $0 } && request.path != "/refuse"
                ? .json("{}", status: 503) : .json("1", status: request.path == "/refuse" ? 422 : 200)
        }
        let api = try APIClient(baseURL: server.url) {
            $0.circuitBreaker = CircuitBreakerPolicy()
            $0.retry = .never
            $0.clock = clock
        }
        return (server, api)
    }

    private func kinds(_ count: Int, _ api: APIClient, _ path: EndpointPath = "/x") async -> [APIError.Kind?] {
        var kinds: [APIError.Kind?] = []
        for _ in 0..<count {
            do {
                _ = try await api.send(Endpoint<Int>(.get, path))
                kinds.append(nil)
            } catch { kinds.append((error as? APIError)?.kind) }
        }
        return kinds
    }

    @Test func `it opens after five failures, lets one call through after the pause, and closes on success`()
        async throws
    {
        let (clock, failing) = (ManualClock(), Lock(true))
        let (server, api) = try shop(clock, failing: failing)
        #expect(await kinds(7, api) == Array(repeating: .server, count: 5) + [.circuitOpen, .circuitOpen])
        #expect(server.requestCount == 5)
        await clock.advance(by: .seconds(30))
        #expect(await kinds(2, api) == [.server, .circuitOpen])
        await clock.advance(by: .seconds(30))
        failing.withLock { $0 = false }
        #expect(await kinds(3, api) == [nil, nil, nil])
        #expect(server.requestCount == 9)
    }

    @Test func `a refusal is an answer, and a success starts the count anew`() async throws {
        let (clock, failing) = (ManualClock(), Lock(true))
        let (server, api) = try shop(clock, failing: failing)
        for _ in 0..<4 {
            #expect(await kinds(4, api) + kinds(1, api, "/refuse") == [.server, .server, .server, .server, .rejected])
        }
        #expect(server.requestCount == 20)
    }

    @Test func `of many calls to a half-open host one goes`() async throws {
        let (clock, failing) = (ManualClock(), Lock(true))
        let (server, api) = try shop(clock, failing: failing)
        _ = await kinds(5, api)
        await clock.advance(by: .seconds(30))
        let results = await withTaskGroup(of: [APIError.Kind?].self) { group in
            for _ in 0..<20 { group.addTask { await kinds(1, api) } }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(results.filter { $0 == .server }.count == 1 && results.filter { $0 == .circuitOpen }.count == 19)
        #expect(server.requestCount == 6)
    }

    @Test func `a refusal says how long it lasts`() async throws {
        let (clock, stuck, calls) = (ManualClock(), Stuck(), Lock(0))
        let transport = MockTransport { request in
            let isProbe = calls.withLock { calls in
                calls += 1
                return calls > 5
            }
            if isProbe { await stuck.wait() }
            return .json("{}", status: 503, to: request)
        }
        let api = try APIClient(baseURL: "http://h", transport: transport) {
            $0.circuitBreaker = CircuitBreakerPolicy()
            $0.retry = .never
            $0.clock = clock
        }
        _ = await kinds(5, api)
        await clock.advance(by: .seconds(20))
        let open = await failure { try await api.send(Endpoint<Int>(.get, "/")) }
        #expect(open?.detail == "http://h failed 5 times in a row; nothing is sent for 10.0 seconds more")
        await clock.advance(by: .seconds(10))
        let probe = Task { await kinds(1, api) }
        while stuck.count == 0 { await Task.yield() }
        let halfOpen = await failure { try await api.send(Endpoint<Int>(.get, "/")) }
        #expect(
            halfOpen?.detail
                == "http://h failed 5 times in a row; nothing is sent until the one call that tries it is answered")
        stuck.release()
        #expect(await probe.value == [.server])
    }

    @Test func `a renewal that fails elsewhere is not the host's failure`() async throws {
        let transport = MockTransport { .json("{}", status: 401, to: $0) }
        let api = try APIClient(baseURL: "http://h", transport: transport) {
            $0.circuitBreaker = CircuitBreakerPolicy()
            $0.authentication = .bearer(current: { "old" }) { _ in throw APIError(.connect, "the other host is down") }
        }
        for _ in 0..<7 {
            let error = await failure { try await api.send(Endpoint<Int>(.get, "/", requiresAuthentication: true)) }
            #expect(error?.kind == .connect)
        }
        #expect(transport.requests.count == 7)
    }

    @Test func `a probe that is cancelled leaves the place to the next`() async throws {
        let clock = ManualClock()
        let (calls, gate) = (Lock(0), AsyncStream<Void>.makeStream())
        let transport = MockTransport { request in
            let call = calls.withLock { calls in
                calls += 1
                return calls
            }
            if call == 6 { for await _ in gate.stream { break } }
            try Task.checkCancellation()
            return call < 6 ? .json("{}", status: 500, to: request) : .json("1", to: request)
        }
        let api = try APIClient(baseURL: "http://h", transport: transport) {
            $0.circuitBreaker = CircuitBreakerPolicy()
            $0.retry = .never
            $0.clock = clock
        }
        _ = await kinds(5, api)
        await clock.advance(by: .seconds(30))
        let probe = Task { try await api.send(Endpoint<Int>(.get, "/")) }
        while calls.withLock({ $0 }) < 6 { await Task.yield() }
        probe.cancel()
        gate.continuation.finish()
        await #expect(throws: CancellationError.self) { _ = try await probe.value }
        #expect(await kinds(1, api) == [nil])
    }

    @Test func `an open breaker is not retried, and each host has its own`() async throws {
        let clock = ManualClock(autoAdvance: .upTo(.seconds(5)))
        let transport = MockTransport { .json("1", status: $0.url.host == "bad" ? 500 : 200, to: $0) }
        let api = try APIClient(baseURL: "http://bad", transport: transport) {
            $0.circuitBreaker = CircuitBreakerPolicy()
            $0.clock = clock
        }
        #expect(await kinds(4, api) == [.server, .server, .server, .circuitOpen])
        #expect(transport.requests.count == 5)
        #expect(try await api.exchange(HTTPRequest(.get, try URI("http://good/"))).status == 200)
    }
}
