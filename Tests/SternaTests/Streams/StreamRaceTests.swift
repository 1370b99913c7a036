import Sterna
import SternaTesting
import Testing

#if canImport(Darwin)
import Darwin
private func thread() -> UInt { UInt(bitPattern: pthread_self()) }
#else
import Glibc
private func thread() -> UInt { pthread_self() }
#endif

/// Many streams at a time, cancelled at any moment; through real sockets.
@Suite(.timeLimit(.minutes(1))) struct StreamRaceTests {
    // B91
    @Test(arguments: [true, false])
    func `streams that are cancelled at any moment end at once and leave nothing open`(isEndless: Bool) async throws {
        let server = try LoopbackServer { _, _ in
            .chunks(fields: [.init("Content-Type", "text/event-stream")], every: .milliseconds(1)) { index in
                isEndless || index < 3 ? Data("id: \(index)\ndata: x\n\n".utf8) : nil
            }
        }
        let api = try client(of: server)
        var policy = ReconnectPolicy.forever
        policy.wait = .milliseconds(1)
        let stream = api.events(.live, reconnect: policy)
        let slowest = try await withThrowingTaskGroup(of: Duration.self) { group in
            for number in 0..<16 {
                group.addTask {
                    var random = SeededRandom(seed: UInt64(number))
                    var slowest = Duration.zero
                    for _ in 0..<12 {
                        let reader = Task { for try await _ in stream {} }
                        try await Task.sleep(for: .microseconds(Int.random(in: 0...8000, using: &random)))
                        let start = ContinuousClock.now
                        reader.cancel()
                        let result = await reader.result
                        slowest = max(slowest, .now - start)
                        #expect(throws: CancellationError.self) { try result.get() }
                    }
                    return slowest
                }
            }
            return try await group.reduce(.zero) { max($0, $1) }
        }
        #expect(slowest < .seconds(2))
        guard isEndless else { return }
        for number in 1...server.connections.count {
            #expect(await server.waitForClose(connection: number, within: .seconds(3)), "connection \(number)")
        }
    }

    @Test func `thirty streams at a time do not mix`() async throws {
        let server = try LoopbackServer { request, _ in
            .chunks(every: .milliseconds(2)) { $0 < 20 ? Data("\"\(request.path) \($0)\"\n".utf8) : nil }
        }
        let api = try client(of: server)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<30 {
                group.addTask {
                    let found = try await all(api.jsonLines(Endpoint<String>(.get, "/\(number)")))
                    #expect(found == (0..<20).map { "/\(number) \($0)" })
                }
            }
            try await group.waitForAll()
        }
    }

    @MainActor
    @Test func `values are decoded away from the caller's actor`() async throws {
        let server = try LoopbackServer { request, _ in
            Answer(fields: [.init("Content-Type", "text/event-stream")], body: "data: {}\n\n".utf8)
        }
        let api = try client(of: server)
        Witness.caller.withLock { $0 = thread() }
        for try await value in api.events(Endpoint<Witness>(.get, "/"), reconnect: .never) {
            #expect(!value.isOnMain)
        }
        let lines = try LoopbackServer { _, _ in Answer(body: "{}\n".utf8) }
        for try await value in try client(of: lines).jsonLines(Endpoint<Witness>(.get, "/")) {
            #expect(!value.isOnMain)
        }
    }

    /// Knows where it was decoded.
    private struct Witness: Decodable, Sendable {
        static let caller = Lock<UInt>(0)
        let isOnMain: Bool

        init(from decoder: any Decoder) throws {
            isOnMain = thread() == Witness.caller.withLock { $0 }
        }
    }
}
