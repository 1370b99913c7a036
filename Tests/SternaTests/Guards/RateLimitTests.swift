import Sterna
import SternaTesting
import Testing

@testable import Sterna

/// Limits on the calls to a host.
struct RateLimitTests {
    @Test func `a bucket lets a burst go and then keeps its pace`() throws {
        let start = ContinuousClock.now
        var bucket = try #require(TokenBucket(.calls(10, burst: 3), at: start))
        #expect((0..<5).map { _ in bucket.take(at: start) } == [0, 0, 0, 100, 200].map { .milliseconds($0) })
        bucket.putBack()
        #expect(bucket.take(at: start) == .milliseconds(200))
        #expect(bucket.take(at: start + .seconds(10)) == .zero)
        #expect(TokenBucket(RateLimitPolicy(), at: start) == nil)
    }

    @Test func `calls wait for their turn`() async throws {
        let (clock, transport) = (ManualClock(autoAdvance: .upTo(.seconds(1))), MockTransport.json("1"))
        let api = try APIClient(baseURL: "http://h", transport: transport) {
            $0.rateLimit = .calls(2, per: .seconds(1), burst: 1)
            $0.clock = clock
        }
        for _ in 0..<5 { _ = try await api.send(Endpoint<Int>(.get, "/")) }
        #expect(clock.elapsed == .seconds(2))
        _ = try await api.exchange(HTTPRequest(.get, try URI("http://other/")))
        #expect(clock.elapsed == .seconds(2))
    }

    @Test func `a call whose time is too short for the wait does not begin it`() async throws {
        let (clock, transport) = (ManualClock(), MockTransport.json("1"))
        let api = try APIClient(baseURL: "http://h", transport: transport) {
            $0.rateLimit = .calls(1, per: .seconds(90))
            $0.clock = clock
        }
        _ = try await api.send(Endpoint<Int>(.get, "/"))
        let error = await failure { try await api.send(Endpoint<Int>(.get, "/")) }
        #expect(error?.kind == .timedOut(.total) && transport.requests.count == 1 && error?.attempts.isEmpty == true)
    }

    @Test func `no more than so many are under way, and no place is lost`() async throws {
        let (stuck, most) = (Stuck(), Lock(0))
        let transport = MockTransport { request in
            await stuck.wait()
            return .json("1", to: request)
        }
        let api = try APIClient(baseURL: "http://h", transport: transport) {
            $0.rateLimit = .concurrent(3)
            $0.retry = .never
        }
        let endpoint = Endpoint<Int>(.get, "/")
        // Calls that have a place are cancelled, those that wait for one too, and of others the time ends.
        for round in 1...20 {
            let calls = (0..<9).map { number in
                Task {
                    var own = endpoint
                    if number % 3 == 2 { own.timeouts = Timeouts(total: .microseconds(round * 50)) }
                    return try await api.send(own)
                }
            }
            for _ in 0..<round * 5 { await Task.yield() }
            for (number, call) in calls.enumerated() where number % 3 == 0 { call.cancel() }
            for _ in 0..<round { await Task.yield() }
            most.withLock { $0 = max($0, stuck.count) }
            for (number, call) in calls.enumerated() where number % 3 == 1 { call.cancel() }
            let releasing = Task {
                while !Task.isCancelled {
                    stuck.release()
                    await Task.yield()
                }
            }
            for call in calls { _ = try? await call.value }
            releasing.cancel()
            await releasing.value
        }
        // All three places are there: a lost one would let fewer go at once.
        let calls = (0..<5).map { _ in Task { try await api.send(endpoint) } }
        let end = ContinuousClock.now + .seconds(10)
        while stuck.count < 3, ContinuousClock.now < end { await Task.yield() }
        for _ in 0..<100 { await Task.yield() }
        #expect(stuck.count == 3 && most.withLock { $0 } <= 3)
        let releasing = Task {
            while !Task.isCancelled {
                stuck.release()
                await Task.yield()
            }
        }
        for call in calls { #expect(try await call.value == 1) }
        releasing.cancel()
    }

    @Test func `a call whose time ends while it waits for a place is told so, and takes none`() async throws {
        let (stuck, transport) = (Stuck(), Lock(0))
        let mock = MockTransport { request in
            transport.withLock { $0 += 1 }
            if request.url.path == "/held" { await stuck.wait() }
            return .json("1", to: request)
        }
        let api = try APIClient(baseURL: "http://h", transport: mock) { $0.rateLimit = .concurrent(1) }
        let held = Task { try await api.send(Endpoint<Int>(.get, "/held")) }
        while stuck.count == 0 { await Task.yield() }
        let short = Endpoint<Int>(.get, "/", timeouts: Timeouts(total: .milliseconds(50)))
        let error = await failure { try await api.send(short) }
        #expect(error?.kind == .timedOut(.total) && error?.detail.contains("no place") == true)
        stuck.release()
        #expect(try await held.value == 1)
        #expect(try await api.send(Endpoint<Int>(.get, "/")) == 1 && transport.withLock { $0 } == 2)
    }
}
