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

    @Test func `no more than so many are under way, and a cancelled one takes no place`() async throws {
        let (now, most) = (Lock(0), Lock(0))
        let gate = AsyncStream<Void>.makeStream()
        let transport = MockTransport { request in
            let count = now.withLock { now in
                now += 1
                return now
            }
            most.withLock { $0 = max($0, count) }
            if request.url.path == "/held" { for await _ in gate.stream { break } }
            for _ in 0..<5 { await Task.yield() }
            now.withLock { $0 -= 1 }
            return .json("1", to: request)
        }
        let api = try APIClient(baseURL: "http://h", transport: transport) {
            $0.rateLimit = .concurrent(3)
            $0.retry = .never
        }
        let held = Task { try await api.send(Endpoint<Int>(.get, "/held")) }
        let others = (0..<50).map { _ in Task { try await api.send(Endpoint<Int>(.get, "/")) } }
        for other in others.suffix(10) { other.cancel() }
        var (done, cancelled) = (0, 0)
        for other in others {
            do { done += try await other.value } catch is CancellationError { cancelled += 1 }
        }
        gate.continuation.finish()
        #expect(try await held.value == 1)
        #expect(done + cancelled == 50 && done >= 40)
        #expect((2...3).contains(most.withLock { $0 }))
        // Every place was given back.
        for _ in 0..<4 { _ = try await api.send(Endpoint<Int>(.get, "/")) }
    }
}
