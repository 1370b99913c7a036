import Sterna
import SternaTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct EngineTests {
    @Test func `connections are kept and reused`() async throws {
        let server = try LoopbackServer { _, _ in .json(#"{"a":1}"#) }
        let api = try client(of: server)
        for _ in 0..<20 { #expect(try await api.send(Endpoint<Thing>(.get, "/")) == Thing(a: 1)) }
        #expect(server.connections.count == 1)
        #expect(try await api.response(to: Endpoint<Thing>(.get, "/")).metrics.isReusedConnection)
    }

    @Test func `no more connections are made to a host than allowed, and all calls are answered`() async throws {
        let server = try LoopbackServer { _, connection in
            _ = connection.wait(.milliseconds(5))
            return .json(#"{"a":1}"#)
        }
        let api = try client(of: server) { $0.transport.connectionsPerHost = 4 }
        try await withThrowingTaskGroup(of: Thing.self) { group in
            for _ in 0..<60 { group.addTask { try await api.send(Endpoint<Thing>(.get, "/")) } }
            for try await thing in group { #expect(thing.a == 1) }
        }
        #expect(server.connections.count <= 4)
    }

    @Test func `waiting for a free connection is not connecting`() async throws {
        let server = try LoopbackServer { _, connection in
            _ = connection.wait(.milliseconds(300))
            return .json(#"{"a":1}"#)
        }
        let api = try client(of: server) {
            $0.transport.connectionsPerHost = 1
            $0.timeouts.connect = .milliseconds(200)
        }
        try await withThrowingTaskGroup(of: Thing.self) { group in
            for _ in 0..<4 { group.addTask { try await api.send(Endpoint<Thing>(.get, "/")) } }
            try await group.waitForAll()
        }
        #expect(server.requestCount == 4)
    }

    @Test func `a cancelled call closes its connection within 200 ms`() async throws {
        let server = try LoopbackServer(script: [.read, .hang])
        let api = try client(of: server)
        let call = Task { try await api.send(Endpoint<Data>(.get, "/")) }
        #expect(await server.waitForRequests(1))
        call.cancel()
        #expect(await server.waitForClose(connection: 1, within: .milliseconds(200)))
        await #expect(throws: CancellationError.self) { try await call.value }
    }

    @Test func `a call cancelled before it starts sends nothing`() async throws {
        let server = try LoopbackServer { _, _ in .text("ok") }
        let api = try client(of: server)
        let call = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await api.send(Endpoint<Data>(.get, "/"))
        }
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(server.connections.isEmpty)
    }

    @Test func `each timeout names its phase`() async throws {
        let server = try LoopbackServer(script: [.read, .send("HTTP/1.1 200 OK\r\n"), .hang])
        let began = ContinuousClock.now
        let idle = try client(of: server) {
            $0.timeouts.idle = .milliseconds(150)
            $0.retry = .never
        }
        #expect(await failure { try await idle.send(Endpoint<Data>(.get, "/")) }?.kind == .timedOut(.idle))
        let total = try client(of: server) { $0.timeouts.total = .milliseconds(150) }
        #expect(await failure { try await total.send(Endpoint<Data>(.get, "/")) }?.kind == .timedOut(.total))
        #expect(ContinuousClock.now - began < .seconds(1))
    }

    @Test func `every attempt is in the answer, and in the error with the time it took`() async throws {
        let server = try LoopbackServer { request, _ in
            request.path == "/late" ? .script([.hang]) : .json(#"{"a":1}"#)
        }
        let api = try client(of: server) { $0.timeouts.total = .milliseconds(200) }
        let response = try await api.response(to: Endpoint<Thing>(.get, "/"))
        #expect(response.attempts.map(\.status) == [.ok])
        let error = await failure { try await api.send(Endpoint<Thing>(.get, "/late")) }
        #expect(error?.attempts.map(\.failure) == [.timedOut(.total)])
        #expect(error.map { $0.attempts[0].metrics.total >= .milliseconds(190) } == true)
    }

    @Test func `a server that drips is cut by the total limit, not by the idle one`() async throws {
        let server = try LoopbackServer(script: [
            .read, .trickle("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n", every: .milliseconds(20)), .hang,
        ])
        let api = try client(of: server) {
            $0.timeouts.idle = .milliseconds(400)
            $0.timeouts.total = .milliseconds(500)
        }
        let began = ContinuousClock.now
        #expect(await failure { try await api.send(Endpoint<Data>(.get, "/")) }?.kind == .timedOut(.total))
        #expect((.milliseconds(300)...(.milliseconds(900))).contains(ContinuousClock.now - began))
    }

    @Test func `a port that nobody listens on is a connect error with libcurl's code and phase`() async throws {
        let server = try LoopbackServer { _, _ in .text("ok") }
        let url = server.url
        server.stop()
        let api = try APIClient(baseURL: url)
        let error = await failure { try await api.send(Endpoint<Data>(.get, "/")) }
        #expect(error?.kind == .connect)
        let fault = error?.underlying as? TransportFault
        #expect(fault?.code == 7 && fault?.phase == .connect && fault?.library == "curl")
    }

    @Test func `an unknown host is a dns error`() async throws {
        let api = try APIClient(baseURL: "http://nowhere.invalid")
        #expect(await failure { try await api.send(Endpoint<Data>(.get, "/")) }?.kind == .dns)
    }

    @Test func `a short body is truncated, with what was expected and received`() async throws {
        let server = try LoopbackServer(script: [
            .read, .send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello"), .close,
        ])
        let api = try client(of: server)
        let error = await failure { try await api.send(Endpoint<Data>(.get, "/")) }
        #expect(error?.kind == .truncated)
        #expect(error?.detail == "the body ended after 5 of 100 bytes")
    }

    @Test func `bodies of bytes, a file and chunks arrive as they are`() async throws {
        let server = try LoopbackServer { request, _ in .text(request.text) }
        let api = try client(of: server)
        let text = String(repeating: "0123456789", count: 30_000)
        let path = try temporaryFile(text)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let pieces = { @Sendable in
            AsyncStream<Data> { stream in
                for _ in 0..<30 { stream.yield(Data(String(repeating: "0123456789", count: 1000).utf8)) }
                stream.finish()
            }
        }
        let bodies: [HTTPBody] = [
            .data(Data(text.utf8)), .file(path), .chunks(isReplayable: true, pieces),
            .chunks(length: 300_000, isReplayable: true, pieces),
        ]
        for body in bodies {
            #expect(try await api.send(Endpoint<String>(.post, "/", body: .body(body))) == text)
        }
        #expect(server.requests.map { $0["Transfer-Encoding"] } == [nil, nil, "chunked", nil])
        #expect(server.requests.map { $0["Expect"] } == [nil, nil, nil, nil])
    }

    @Test func `a chunked body of another length than it says fails by name`() async throws {
        let server = try LoopbackServer { request, _ in .text(request.text) }
        let api = try client(of: server)
        for length in [2, 4] as [Int64] {
            let body = HTTPBody.chunks(length: length, isReplayable: false) {
                AsyncStream { stream in
                    stream.yield(Data("abc".utf8))
                    stream.finish()
                }
            }
            let error = await failure { try await api.send(Endpoint<String>(.post, "/", body: .body(body))) }
            #expect(error?.kind == .bodyEncoding)
        }
    }

    @Test func `a file that is not there fails before anything is sent`() async throws {
        let server = try LoopbackServer { _, _ in .text("ok") }
        let api = try client(of: server)
        let error = await failure { try await api.send(Endpoint<String>(.put, "/", body: .file("/nowhere/x"))) }
        #expect(error?.kind == .fileSystem)
        #expect(server.connections.isEmpty)
    }

    @Test func `a POST on a connection that dies is sent once, and the error says that it may have been done`()
        async throws
    {
        let server = try LoopbackServer { request, _ in
            request.method == "GET" ? .text("ok") : .script([.close])
        }
        for body in [nil, Endpoint<Data>.Body.text("x")] {
            let api = try client(of: server)
            _ = try await api.data(for: Endpoint<Data>(.get, "/"))
            let before = server.requests.filter { $0.method == "POST" }.count
            let error = await failure { try await api.send(Endpoint<Data>(.post, "/", body: body)) }
            #expect(error?.kind == .connectionLost)
            #expect(error?.mayHaveBeenProcessed == true)
            #expect(server.requests.filter { $0.method == "POST" }.count == before + 1)
        }
    }

    @Test func `a stream delivers the first bytes before the server sends the next`() async throws {
        let server = try LoopbackServer(script: [
            .read, .send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabc"), .wait(.milliseconds(300)), .send("def"),
        ])
        let response = try await client(of: server).stream(Endpoint<Data>(.get, "/"))
        guard case .stream(let body) = response.body else { return #expect(Bool(false), "not a stream") }
        var iterator = body.makeAsyncIterator()
        let began = ContinuousClock.now
        #expect(try await iterator.next() == Data("abc".utf8))
        #expect(ContinuousClock.now - began < .milliseconds(250))
        #expect(try await iterator.next() == Data("def".utf8))
        #expect(try await iterator.next() == nil)
    }

    @Test func `a stream that nobody reads holds the server back, and dropping it closes the connection`() async throws
    {
        let server = try LoopbackServer(script: [
            .read, .send("HTTP/1.1 200 OK\r\n\r\n"), .sendRepeatedly([UInt8](repeating: 0, count: 65536), times: 4096),
        ])
        var response: HTTPResponse? = try await client(of: server).stream(Endpoint<Data>(.get, "/"))
        #expect(response?.status == .ok)
        #expect(!(await server.waitForClose(connection: 1, within: .milliseconds(300))))
        response = nil
        #expect(await server.waitForClose(connection: 1, within: .seconds(1)))
    }

    @Test func `an error keeps its body, and one that stalls is cut while the status stays`() async throws {
        let server = try LoopbackServer(script: [
            .read, .send("HTTP/1.1 500 Oops\r\nContent-Length: 100\r\n\r\nreason"), .hang,
        ])
        let api = try client(of: server) { $0.retry = .never }
        let error = await failure { try await api.send(Endpoint<Data>(.get, "/")) }
        #expect(error?.kind == .server)
        #expect(error?.response?.status == 500)
    }
}

func temporaryFile(_ text: String) throws -> String {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("sterna-\(UUID().uuidString)").path
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
}
