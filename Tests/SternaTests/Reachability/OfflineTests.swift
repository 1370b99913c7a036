import Sterna
import SternaTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct OfflineTests {
    private let network = ManualNetwork(.none)
    private let clock = ManualClock()
    private let transport = MockTransport.json(#"{"a":1}"#)

    private func client(
        _ behaviour: OfflinePolicy.Behaviour, at url: String = "https://api.example.com",
        _ transport: (any Transport)? = nil, _ configure: (inout APIConfiguration) -> Void = { _ in }
    ) throws -> APIClient {
        try APIClient(baseURL: url, transport: transport ?? self.transport) {
            $0.offline = OfflinePolicy(behaviour, NetworkMonitor(network))
            $0.clock = clock
            configure(&$0)
        }
    }

    private let thing = Endpoint<Thing>(.get, "/x")

    @Test func `a call fails at once, nothing is sent, and nothing is tried again`() async throws {
        let api = try client(.failAtOnce)
        let error = await failure { try await api.send(thing) }
        #expect(error?.kind == .offline && error?.attempts.isEmpty == true && error?.family == .technical)
        #expect(error?.mayHaveBeenProcessed == false && transport.requests.isEmpty)
        network.change(to: .wired)
        #expect(try await api.send(thing) == Thing(a: 1))
    }

    @Test(arguments: [
        "http://localhost:1", "http://a.localhost", "http://127.0.0.1", "http://127.9.9.9", "http://[::1]",
    ])
    func `this machine is never offline`(url: String) async throws {
        #expect(try await client(.failAtOnce, at: url).send(thing) == Thing(a: 1))
    }

    @Test(arguments: [
        "http://localhost.example.com", "http://127.0.0.1.example.com", "http://128.0.0.1", "http://[::2]",
    ])
    func `a name that only looks like this machine is not it`(url: String) async throws {
        let api = try client(.failAtOnce, at: url)
        #expect(await failure { try await api.send(thing) }?.kind == .offline)
    }

    @Test func `a unix socket is never offline`() async throws {
        let api = try client(.failAtOnce) { $0.transport.unixSocket = "/tmp/x" }
        #expect(try await api.send(thing) == Thing(a: 1))
    }

    @Test func `where the system cannot be asked, the request is sent`() async throws {
        network.change(to: .unknown)
        #expect(try await client(.failAtOnce).send(thing) == Thing(a: 1))
    }

    @Test func `a call waits for the network and goes on when it is back`() async throws {
        let api = try client(.wait(upTo: .seconds(30)))
        let call = Task { try await api.send(thing) }
        await clock.waitForSleepers(1)
        #expect(transport.requests.isEmpty)
        network.change(to: .wired)
        #expect(try await call.value == Thing(a: 1))
    }

    @Test func `it waits no longer than it may, and no longer than the call has`() async throws {
        for (limit, total) in [(5, 60), (60, 5)] {
            let api = try client(.wait(upTo: .seconds(limit))) { $0.timeouts.total = .seconds(total) }
            let call = Task { await failure { try await api.send(thing) } }
            await clock.waitForSleepers(1)
            await clock.advance(by: .seconds(5))
            let error = await call.value
            #expect(error?.kind == .offline && error?.detail.contains("5.0 seconds") == true, "\(error?.detail ?? "")")
        }
        #expect(transport.requests.isEmpty)
    }

    @Test func `a waiting call can be cancelled`() async throws {
        let api = try client(.wait(upTo: .seconds(30)))
        let call = Task { try await api.send(thing) }
        await clock.waitForSleepers(1)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
    }

    @Test func `it waits between the attempts too`() async throws {
        network.change(to: .wired)
        let (network, count) = (network, Lock(0))
        let failing = MockTransport { request in
            let number = count.withLock { count in
                count += 1
                return count
            }
            guard number == 1 else { return .json(#"{"a":2}"#, to: request) }
            network.change(to: .none)
            throw APIError(.connectionLost, "the cable is out")
        }
        let api = try client(.wait(upTo: .seconds(30)), failing) { $0.random = { 1 } }
        let call = Task { try await api.response(to: thing) }
        await clock.waitForSleepers(1)
        await clock.advance(by: .seconds(1))
        await clock.waitForSleepers(1)
        #expect(count.withLock { $0 } == 1)
        network.change(to: .wired)
        let response = try await call.value
        #expect(response.value == Thing(a: 2) && response.attempts.count == 2)
    }

    @Test func `a refusal after an attempt still says that the server may have acted`() async throws {
        network.change(to: .wired)
        let network = network
        let failing = MockTransport { _ in
            network.change(to: .none)
            var error = APIError(.connectionLost, "the cable is out")
            error.mayHaveBeenProcessed = true
            throw error
        }
        let api = try client(.failAtOnce, failing) { $0.random = { 1 } }
        let call = Task { await failure { try await api.send(thing) } }
        await clock.waitForSleepers(1)
        await clock.advance(by: .seconds(1))
        let error = await call.value
        #expect(error?.kind == .offline && error?.attempts.count == 1)
        #expect(error?.mayHaveBeenProcessed == true && error?.detail.contains("nothing was sent") == false)
    }

    @Test func `an answer wins over the monitor, whatever it says`() async throws {
        network.change(to: .unknown)
        let server = try LoopbackServer { _, _ in .json(#"{"a":3}"#) }
        let api = try client(.failAtOnce, at: server.url, PlatformTransport.make(TransportOptions()))
        network.change(to: .none)
        #expect(try await api.send(thing) == Thing(a: 3))
    }
}
