import Sterna
import SternaTesting
import TestSupport
import Testing

@Suite struct ExchangeRecorderTests {
    private let recorder = ExchangeRecorder(bodyLimit: 16)

    private func client(_ server: LoopbackServer, _ recorder: ExchangeRecorder? = nil) throws -> APIClient {
        try APIClient(baseURL: server.url) { configuration in
            configuration.recorder = recorder ?? self.recorder
            configuration.clock = ManualClock(autoAdvance: .upTo(.seconds(60)))
            configuration.random = { 0 }
        }
    }

    @Test func `every attempt is an exchange, with the request as it left`() async throws {
        let server = try LoopbackServer { request, _ in
            switch request.path {
            case "/a": Answer(302, fields: [.init("Location", "/b")])
            default: request.number < 3 ? Answer(503) : .json("[1]")
            }
        }
        let api = try client(server)
        var endpoint = Endpoint<[Int]>(.get, "/a")
        endpoint.fields["X-Own"] = "1"
        _ = try await api.send(endpoint)
        let exchanges = recorder.exchanges
        #expect(exchanges.map { $0.response?.status.code } == [302, 503, 302, 200])
        #expect(exchanges.map(\.request.url.path) == ["/a", "/b", "/a", "/b"])
        #expect(exchanges.allSatisfy { $0.request.fields["X-Own"] == "1" && $0.request.fields[.userAgent] != nil })
        #expect(exchanges.allSatisfy { $0.isFinished && $0.error == nil })
        #expect(exchanges.last?.response?.bytes == Data("[1]".utf8))
        recorder.clear()
        #expect(recorder.exchanges.isEmpty)
    }

    @Test func `failures and cancellations are kept, before and after the head`() async throws {
        let server = try LoopbackServer { request, _ in
            request.path == "/cut"
                ? .script([.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"), .close])
                : .script([.close])
        }
        let api = try client(server)
        var endpoint = Endpoint<Data>(.get, "/dead")
        endpoint.retry = .never
        _ = try? await api.send(endpoint)
        #expect((recorder.exchanges[0].error as? APIError)?.kind == .connectionLost)
        #expect(recorder.exchanges[0].response == nil && recorder.exchanges[0].isFinished)
        endpoint = Endpoint<Data>(.get, "/cut")
        endpoint.retry = .never
        let response = try await api.stream(endpoint)
        #expect(!recorder.exchanges[1].isFinished)
        guard case .stream(let stream) = response.body else {
            Issue.record("no stream")
            return
        }
        await #expect(throws: APIError.self) { for try await _ in stream {} }
        let cut = recorder.exchanges[1]
        #expect(cut.isFinished && (cut.error as? APIError)?.kind == .truncated)
        #expect(cut.response?.bytes == Data("abc".utf8) && cut.receivedBytes == 3)
        let silent = try LoopbackServer(scripts: [[.read, .wait(.seconds(30))]])
        let hanging = try client(silent)
        let call = Task { try await hanging.data(for: Endpoint<Data>(.get, "/")) }
        while silent.requestCount == 0 { await Task.yield() }
        call.cancel()
        _ = try? await call.value
        #expect(recorder.exchanges[2].error is CancellationError)
    }

    @Test func `of bodies as much is kept as was asked for, and a stream is not held back`() async throws {
        let server = try LoopbackServer { _, _ in Answer(body: [UInt8](repeating: 65, count: 1 << 20)) }
        let api = try client(server)
        let body = HTTPBody.bytes([UInt8](repeating: 66, count: 4096))
        let request = HTTPRequest(.post, try URI(server.url), body: body, delivery: .streamed)
        let response = try await api.exchange(request)
        guard case .stream(let stream) = response.body else {
            Issue.record("no stream")
            return
        }
        var count = 0
        for try await chunk in stream { count += chunk.count }
        #expect(count == 1 << 20 && server.requests[0].body.count == 4096)
        let exchange = try #require(recorder.exchanges.first)
        #expect(exchange.response?.bytes == Data(repeating: 65, count: 16))
        #expect(exchange.receivedBytes == 1 << 20 && exchange.response?.metrics.bodyBytes == 1 << 20)
        #expect(exchange.request.body?.length == 4096)
    }

    @Test func `the oldest go first, and calls in parallel do not disturb each other`() async throws {
        let small = ExchangeRecorder(capacity: 5)
        let api = try APIClient(baseURL: "http://h", transport: MockTransport.json("1")) { $0.recorder = small }
        await withTaskGroup { group in
            for _ in 0..<100 { group.addTask { _ = try? await api.send(Endpoint<Int>(.get, "/")) } }
        }
        #expect(small.exchanges.count == 5 && small.exchanges.allSatisfy { $0.response?.status == 200 })
    }

    @Test func `whoever watches sees each attempt as it happens`() async throws {
        let seen = Lock<[String]>([])
        let watching = ExchangeRecorder { exchange in seen.withLock { $0.append("\(exchange)") } }
        let transport = MockTransport.sequence([.failure(APIError(.dns, "no h\nere")), .json("1")])
        let api = try APIClient(baseURL: "http://h", transport: transport) {
            $0.recorder = watching
            $0.clock = ManualClock(autoAdvance: .upTo(.seconds(5)))
        }
        _ = try await api.send(Endpoint<Int>(.get, "/", query: [QueryItem("token", "s3cret")]))
        let lines = seen.withLock { $0 }
        #expect(lines.count == 2 && lines[1] == "GET http://h/?token=*** → 200")
        #expect(lines[0].hasPrefix("GET http://h/?token=*** → dns: no h\\nere"))
    }
}
