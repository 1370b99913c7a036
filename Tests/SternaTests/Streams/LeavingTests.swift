import Sterna
import SternaTesting
import Testing

/// Whoever leaves a stream closes its connection, and whoever is slow holds the server back; through real sockets.
@Suite(.timeLimit(.minutes(1))) struct LeavingTests {
    private static let route = Endpoint<String>(.get, "/")

    private enum Kind: CaseIterable {
        case events, lines, jsonLines, chunks
    }

    private enum Way: CaseIterable {
        case leave, fail, cancel, cancelWhileWaiting, drop
    }

    private struct Enough: Error {}

    /// A server that sends three elements of any kind and then nothing, or goes on for ever.
    private func server(isEndless: Bool) throws -> LoopbackServer {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
        let element = "\n\"data: x\"\ndata: \"x\"\n\n"
        return try LoopbackServer(script: [
            .read, .send(head + element), isEndless ? .sendRepeatedly(element) : .hang,
        ])
    }

    // B91
    @Test(arguments: [true, false])
    func `leaving closes the connection, in every way and for every kind`(isEndless: Bool) async throws {
        for kind in Kind.allCases {
            for way in Way.allCases {
                let server = try server(isEndless: isEndless)
                let api = try client(of: server)
                switch kind {
                case .events: try await leave(api.events(Self.route), way)
                case .lines: try await leave(api.lines(Self.route), way)
                case .jsonLines: try await leave(api.jsonLines(Endpoint<String?>(.get, "/")), way)
                case .chunks: try await leave(api.chunks(Self.route), way)
                }
                #expect(await server.waitForClose(within: .seconds(3)), "\(kind) \(way)")
                // The client lives on: it is the stream that has ended.
                _ = api.configuration
            }
        }
    }

    private func leave<Stream: AsyncSequence & Sendable>(_ stream: Stream, _ way: Way) async throws {
        switch way {
        case .leave: for try await _ in stream { break }
        case .fail:
            await #expect(throws: Enough.self) { for try await _ in stream { throw Enough() } }
        case .drop:
            var iterator = stream.makeAsyncIterator()
            _ = try await iterator.next()
        case .cancel, .cancelWhileWaiting:
            let first = Lock(false)
            let task = Task {
                for try await _ in stream {
                    first.withLock { $0 = true }
                    if way == .cancel { withUnsafeCurrentTask { $0?.cancel() } }
                }
            }
            while !first.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
            if way == .cancelWhileWaiting { task.cancel() }
            let result = await task.result
            // A line that is no JSON may have ended it before the cancel did.
            let isCancelled = if case .failure(let error) = result { error is CancellationError } else { false }
            #expect(isCancelled || stream is JSONLines<String?>, "\(result)")
        }
    }

    // B91
    @Test func `a cancel while it waits to connect again ends it at once`() async throws {
        let server = try LoopbackServer { _, _ in
            Answer(fields: [.init("Content-Type", "text/event-stream")], body: "data: x\n\n".utf8)
        }
        let clock = ManualClock()
        let api = try client(of: server) { $0.clock = clock }
        let task = Task { try await all(api.events(.live)) }
        await server.waitForRequests(1)
        await clock.waitForSleepers()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(server.requestCount == 1 && clock.sleeperCount == 0)
    }

    // B91
    @Test func `a slow reader holds the server back: memory stays flat, no idle limit strikes`() async throws {
        // 64 MiB at this pace are in the soak.
        var trial = SlowReaderTrial(bytes: 32 << 20)
        trial.pause = .milliseconds(4)
        let report = try await trial.run(PlatformTransport.make(TransportOptions()))
        #expect(report.isGood, "\(report)")
    }

    // B91
    @Test func `a reader that sleeps longer than the idle limit goes on`() async throws {
        let line = Data("\(String(repeating: "x", count: 1023))\n".utf8)
        let server = try LoopbackServer { _, _ in .chunks(length: 8 << 20) { $0 < 8 << 10 ? line : nil } }
        let api = try client(of: server) { $0.timeouts.idle = .milliseconds(250) }
        var count = 0
        for try await _ in api.lines(Self.route) {
            if count == 10 { try await Task.sleep(for: .milliseconds(900)) }
            count += 1
        }
        #expect(count == 8 << 10)
    }
}
