import Sterna
import SternaTesting
import Testing

/// Section 12 of the field reports: calls that end and are cancelled at the same moment.
@Suite(.timeLimit(.minutes(2))) struct CancellationRaceTests {
    // B92
    @Test func `five hundred rounds of cancel against completion end once each and never hang`() async throws {
        let report = try await CancellationTrial(seed: 1, rounds: 500).run(CurlTransport())
        #expect(report.isGood, "\(report)")
        #expect((report.outcomes["answer"] ?? 0) > 500 && (report.outcomes["cancelled"] ?? 0) > 500, "\(report)")
    }

    // B92, B94
    @Test func `streams that are read, cancelled, dropped and reset at once all come to an end`() async throws {
        let report = try await StreamTrial(seed: 1, streams: 300).run(CurlTransport())
        #expect(report.isGood, "\(report)")
    }

    // B92
    @Test func `a transport whose last reference goes while calls run answers every call`() async throws {
        let report = try await DisposalTrial(seed: 1, transports: 60).run { CurlTransport() }
        #expect(report.isGood, "\(report)")
    }

    @Test func `a body that two tasks read at once refuses the second instead of hanging`() async throws {
        let server = try LoopbackServer(script: [.read, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"), .hang])
        let transport = CurlTransport()
        let request = HTTPRequest(.get, try URI(server.url), delivery: .streamed)
        guard case .stream(let stream) = try await transport.send(request).body else { return }
        let results = await withTaskGroup(of: (any Error)?.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    do {
                        for try await _ in stream {}
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            let first = await group.next() ?? nil
            stream.cancel()
            return [first, await group.next() ?? nil]
        }
        #expect((results[0] as? APIError)?.kind == .invalidRequest)
        #expect(results[1] is CancellationError)
    }
}
