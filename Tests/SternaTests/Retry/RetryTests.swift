import Sterna
import SternaTesting
import Testing

/// Calls that are sent again, through real sockets.
struct RetryTests {
    /// A client whose waits take no time and are as long as they can be.
    private func client(
        _ server: LoopbackServer, _ clock: ManualClock, change: (inout APIConfiguration) -> Void = { _ in }
    ) throws -> APIClient {
        try APIClient(baseURL: server.url) {
            $0.clock = clock
            $0.random = { 1 }
            change(&$0)
        }
    }

    private var clock: ManualClock { ManualClock(autoAdvance: .upTo(.seconds(61))) }

    private func failing(_ times: Int, with status: Int = 503, fields: [Answer.Field] = []) throws -> LoopbackServer {
        let left = Lock(times)
        return try LoopbackServer { _, _ in
            let fails = left.withLock { left in
                left -= 1
                return left >= 0
            }
            return fails ? .json("{}", status: status, fields: fields) : .json("1")
        }
    }

    @Test func `a failure that heals costs the caller nothing but time, and every attempt is told`() async throws {
        let (server, clock) = (try failing(2), clock)
        let response = try await client(server, clock).response(to: Endpoint<Int>(.get, "/x"))
        #expect(response.value == 1)
        #expect(response.attempts.map(\.number) == [1, 2, 3])
        #expect(response.attempts.map(\.status) == [503, 503, 200])
        #expect(response.attempts.map(\.delay) == [.milliseconds(500), .seconds(1), nil])
        #expect(clock.slept.contains(.milliseconds(500)) && clock.slept.contains(.seconds(1)))
        // The answers that nobody read do not cost their connections.
        #expect(server.requestCount == 3)
    }

    @Test func `after the last attempt the error lists them all`() async throws {
        let server = try failing(9)
        let error = await #expect(throws: APIError.self) {
            _ = try await client(server, clock).send(Endpoint<Int>(.get, "/x"))
        }
        #expect(error?.kind == .server && error?.attempts.count == 3 && server.requestCount == 3)
    }

    // B51
    @Test func `Retry-After is waited, and one that is too long ends the call with its value`() async throws {
        let (server, clock) = (try failing(1, with: 429, fields: [.init("Retry-After", "20")]), clock)
        let response = try await client(server, clock) { $0.random = { 0 } }.response(to: Endpoint<Int>(.get, "/x"))
        #expect(response.attempts.first?.delay == .seconds(20))
        let slow = try failing(1, with: 429, fields: [.init("Retry-After", "3600")])
        let error = await #expect(throws: APIError.self) {
            _ = try await client(slow, ManualClock()).send(Endpoint<Int>(.get, "/x"))
        }
        #expect(error?.kind == .rateLimited && error?.detail.contains("Retry-After 3600") == true)
        #expect(slow.requestCount == 1)
    }

    @Test(arguments: [true, false])
    // B53, B54
    func `a POST whose connection dies after the server read it is sent once`(_ hasBody: Bool) async throws {
        let server = try LoopbackServer(script: [.read, .close])
        let route = Endpoint<Int>(.post, "/orders", body: hasBody ? .json(["a": 1]) : nil)
        let error = await #expect(throws: APIError.self) { _ = try await client(server, clock).send(route) }
        #expect(error?.kind == .connectionLost && error?.mayHaveBeenProcessed == true)
        #expect(error.map { "\($0)".contains("the server may have acted on it") } == true)
        #expect(server.requestCount == 1)
    }

    @Test func `with an idempotency key it is sent again, with the same key`() async throws {  // B58
        let server = try LoopbackServer(scripts: [
            [.read, .close], [.read, .reset], [.read, .send("HTTP/1.1 201 C\r\nContent-Length: 1\r\n\r\n1"), .close],
        ])
        let api = try client(server, clock) { $0.generatesIdempotencyKeys = true }
        #expect(try await api.send(Endpoint<Int>(.post, "/orders", body: .json(["a": 1]))) == 1)
        let keys = server.requests.compactMap { $0["Idempotency-Key"] }
        #expect(keys.count == 3 && Set(keys).count == 1)
        #expect(Set(server.requests.map(\.text)) == [#"{"a":1}"#])
    }

    @Test func `each call has a key of its own, and reads have none`() async throws {
        let transport = MockTransport.json("1")
        let api = try APIClient(baseURL: "http://h", transport: transport) { $0.generatesIdempotencyKeys = true }
        for method in [HTTPMethod.post, .patch, .post, .get, .put] {
            _ = try await api.send(Endpoint<Int>(method, "/"))
        }
        var own = Endpoint<Int>(.put, "/")
        own.idempotencyKey = "order-7"
        _ = try await api.send(own)
        let keys = transport.requests.map { $0.fields[.idempotencyKey] }
        #expect(Set(keys.prefix(3)).count == 3 && !keys.prefix(3).contains(nil))
        #expect(keys[3] == nil && keys[4] == nil && keys[5] == "order-7")
    }

    @Test func `a POST that no server read is sent again`() async throws {
        let (calls, server) = (Lock(0), try failing(0))
        let transport = MockTransport { request in
            let call = calls.withLock { calls in
                calls += 1
                return calls
            }
            guard call > 1 else { throw APIError(.connect, "nobody listens") }
            return .json("1", to: request)
        }
        let api = try APIClient(baseURL: server.url, transport: transport) { [clock] in $0.clock = clock }
        #expect(try await api.send(Endpoint<Int>(.post, "/", body: .json(1))) == 1)
        #expect(calls.withLock { $0 } == 2)
    }

    // B54
    @Test func `a POST that the server refused with 503 is not sent again, unless told so`() async throws {
        let server = try failing(1)
        await #expect(throws: APIError.self) { _ = try await client(server, clock).send(Endpoint<Int>(.post, "/")) }
        #expect(server.requestCount == 1)
        let other = try failing(1)
        let api = try client(other, clock) { $0.retry.repeatsUnsafe = true }
        #expect(try await api.send(Endpoint<Int>(.post, "/")) == 1)
    }

    @Test func `a body that cannot be read again is not sent empty`() async throws {
        let server = try failing(1)
        let body = Endpoint<Int>.Body { _ in
            .chunks(isReplayable: false) {
                AsyncStream {
                    $0.yield(Data("abc".utf8))
                    $0.finish()
                }
            }
        }
        let error = await #expect(throws: APIError.self) {
            _ = try await client(server, clock).send(Endpoint<Int>(.put, "/", body: body))
        }
        #expect(error?.kind == .server && server.requestCount == 1 && server.requests.first?.text == "abc")
    }

    @Test func `an endpoint has a policy of its own`() async throws {
        let server = try failing(9)
        func route(_ policy: RetryPolicy) -> Endpoint<Int> {
            var route = Endpoint<Int>(.get, "/")
            route.retry = policy
            return route
        }
        await #expect(throws: APIError.self) { _ = try await client(server, clock).send(route(.never)) }
        #expect(server.requestCount == 1)
        await #expect(throws: APIError.self) {
            _ = try await client(server, clock).send(route(.exponential(attempts: 5)))
        }
        #expect(server.requestCount == 6)
    }

    @Test func `the total limit spans attempts and waits`() async throws {  // B57
        let (server, clock) = (try failing(99), ManualClock(autoAdvance: .upTo(.seconds(2))))
        let api = try client(server, clock) {
            $0.retry = .exponential(attempts: 99)
            $0.timeouts.total = .seconds(4)
        }
        let error = await #expect(throws: APIError.self) { _ = try await api.send(Endpoint<Int>(.get, "/")) }
        // 0.5 + 1 + 2 s are waited, 4 s more are not there.
        #expect(error?.kind == .server && error?.attempts.count == 4)
        #expect(clock.elapsed == .milliseconds(3500))
    }

    @Test func `a cancel during a wait ends the call at once`() async throws {
        let (server, clock) = (try failing(99), ManualClock())
        let api = try client(server, clock)
        let call = Task { try await api.send(Endpoint<Int>(.get, "/")) }
        await server.waitForRequests(1)
        await clock.waitForSleepers()
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(server.requestCount == 1)
    }

    @Test func `a host where everything fails gets one attempt a call`() async throws {
        let server = try failing(999)
        let api = try client(server, clock)
        for _ in 0..<10 { _ = try? await api.send(Endpoint<Int>(.get, "/")) }
        // Three attempts, then one a call.
        #expect(server.requestCount == 12)
    }

    @Test func `a local refusal is not retried`() async throws {
        struct Refuse: Middleware {
            let count: Lock<Int>
            func intercept(_ request: HTTPRequest, next: Next) async throws -> HTTPResponse {
                count.withLock { $0 += 1 }
                throw APIError(.offline, "no network")
            }
        }
        let count = Lock(0)
        let api = try APIClient(baseURL: "http://h", transport: MockTransport.json("1")) {
            $0.middlewares = [Refuse(count: count)]
        }
        await #expect(throws: APIError.self) { _ = try await api.send(Endpoint<Int>(.get, "/")) }
        #expect(count.withLock { $0 } == 1)
    }

    @Test func `a stream that failed at its head is opened again`() async throws {
        let server = try failing(1)
        let response = try await client(server, clock).stream(Endpoint<Data>(.get, "/"))
        #expect(response.status == 200 && response.attempts.count == 2)
    }

    @Test func `a server that hangs holds no call up beyond its total limit, however many attempts it has`()
        async throws
    {  // B57
        let server = try LoopbackServer(script: [.read, .hang])
        let api = try APIClient(baseURL: server.url) {
            $0.retry = .exponential(attempts: 5, firstWait: .milliseconds(1))
            $0.timeouts = Timeouts(idle: .milliseconds(250), total: .milliseconds(600))
        }
        let start = ContinuousClock.now
        let error = await failure { try await api.send(Endpoint<Int>(.get, "/")) }
        let took = ContinuousClock.now - start
        #expect(error?.kind == .timedOut(.total) || error?.kind == .timedOut(.idle))
        #expect(took < .milliseconds(1500) && (2...3).contains(server.requestCount), "\(took)")
    }

    @Test func `a POST that nobody answers is sent once`() async throws {  // B54
        let server = try LoopbackServer(script: [.read, .hang])
        let api = try client(server, clock) { $0.timeouts.idle = .milliseconds(200) }
        let error = await failure { try await api.send(Endpoint<Int>(.post, "/orders", body: .json(1))) }
        #expect(error?.kind == .timedOut(.idle) && error?.mayHaveBeenProcessed == true && server.requestCount == 1)
    }

    // B55
    @Test func `a connection that went stale costs a GET nothing, and a POST is not risked on it`() async throws {
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1"
        let server = try LoopbackServer(scripts: [
            [.read, .send(answer), .read, .close], [.read, .send(answer), .hang],
        ])
        let api = try APIClient(baseURL: server.url) { $0.retry = .never }
        for _ in 0..<2 { #expect(try await api.send(Endpoint<Int>(.get, "/")) == 1) }
        #expect(server.requests.map(\.method) == ["GET", "GET", "GET"] && server.connections.count == 2)
        let posts = try LoopbackServer(scripts: [
            [.read, .send(answer), .read, .close], [.read, .send(answer), .hang],
        ])
        let other = try APIClient(baseURL: posts.url) { $0.retry = .never }
        _ = try await other.send(Endpoint<Int>(.get, "/"))
        let error = await failure { try await other.send(Endpoint<Int>(.post, "/", body: .json(1))) }
        #expect(error?.kind == .connectionLost && error?.mayHaveBeenProcessed == true)
        #expect(posts.requests.map(\.method) == ["GET", "POST"])
    }
}
