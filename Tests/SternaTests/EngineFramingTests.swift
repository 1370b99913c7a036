import Sterna
import SternaTesting
import Testing

/// Section 2 of the field reports: fields and framing, through real sockets.
@Suite(.timeLimit(.minutes(1))) struct EngineFramingTests {
    private func get(_ answer: String, at cuts: [Int]? = nil) async throws -> APIResponse<Data> {
        let bytes = Array(answer.utf8)
        let send: Script.Step = cuts.map { .sendSplit(bytes, at: $0) } ?? .send(bytes)
        let server = try LoopbackServer(script: [.read, send])
        return try await client(of: server).response(to: Endpoint<Data>(.get, "/x"))
    }

    // B14
    @Test func `an IPv6 literal is connected to and keeps its brackets in Host`() async throws {
        let server = try LoopbackServer(on: [.ipv6()]) { _, _ in .text("ok") }
        #expect(try await client(of: server).send(Endpoint<String>(.get, "/x")) == "ok")
        #expect(server.requests.first?["Host"] == "[::1]:\(server.port)")
    }

    // B15
    @Test func `a field line without a space after its colon is read`() async throws {
        let response = try await get("HTTP/1.1 200 OK\r\nContent-Length:2\r\nX-A:b\r\n\r\nok")
        #expect(response.fields[.init("x-a")!] == "b")
        #expect(response.value == Data("ok".utf8))
    }

    // B16
    @Test func `names of fields are found in any case and kept as they came`() async throws {
        let response = try await get(
            "HTTP/1.1 200 OK\r\nETAG: \"1\"\r\nlocation: /b\r\nx-total-count: 7\r\nContent-Length: 0\r\n\r\n")
        #expect(response.fields[.eTag] == "\"1\"" && response.fields[.location] == "/b")
        #expect(response.fields[.init("X-Total-Count")!] == "7")
        #expect(response.fields.map(\.name.text) == ["ETAG", "location", "x-total-count", "Content-Length"])
    }

    // B17
    @Test(arguments: ["a\r\nX-Injected: 1", "a\nX-Injected: 1", "a\rb", "a\u{0}b", "\u{7F}"])
    func `a value with a line break or a control character is refused before connecting`(value: String) async throws {
        let server = try LoopbackServer { _, _ in .text("ok") }
        let api = try client(of: server)
        let error = await failure { try await api.send(Endpoint<String>(.get, "/", fields: ["X-A": value])) }
        #expect(error?.kind == .invalidRequest)
        #expect(server.connections.isEmpty)
    }

    // B17
    @Test(arguments: ["A B", "", "A:", "Ä", "A\r\nB"])
    func `a name that is no token is refused before connecting`(name: String) async throws {
        let server = try LoopbackServer { _, _ in .text("ok") }
        let api = try client(of: server)
        let error = await failure { try await api.send(Endpoint<String>(.get, "/", fields: [name: "x"])) }
        #expect(error?.kind == .invalidRequest)
        #expect(server.connections.isEmpty)
    }

    // B21
    @Test(arguments: [HTTPMethod.post, .put, .patch])
    func `a method that expects content says that there is none`(method: HTTPMethod) async throws {
        let server = try LoopbackServer { _, _ in Answer(204) }
        try await client(of: server).send(Endpoint<Void>(method, "/x"))
        #expect(server.requests.first?["Content-Length"] == "0")
        #expect(server.requests.first?["Content-Type"] == nil)
    }

    // B21
    @Test func `the type of raw bytes is never guessed`() async throws {
        let server = try LoopbackServer { _, _ in Answer(204) }
        try await client(of: server).send(Endpoint<Void>(.post, "/x", body: .data(Data("{}".utf8))))
        #expect(server.requests.first?["Content-Type"] == nil)
        #expect(server.requests.first?["Content-Length"] == "2")
    }

    // B23
    @Test func `fields without end are refused and the connection is closed`() async throws {
        let server = try LoopbackServer(script: [
            .read, .send("HTTP/1.1 200 OK\r\n"), .sendRepeatedly("X-N: aaaaaaaaaa\r\n"),
        ])
        let api = try client(of: server)
        #expect(await failure { try await api.send(Endpoint<Data>(.get, "/")) }?.kind == .tooLarge)
        #expect(await server.waitForClose(connection: 1, within: .seconds(2)))
    }

    // B23
    @Test func `one endless field line is refused`() async throws {
        let server = try LoopbackServer(script: [
            .read, .send("HTTP/1.1 200 OK\r\nX-A: "), .sendRepeatedly(String(repeating: "a", count: 4096)),
        ])
        let api = try client(of: server)
        #expect(await failure { try await api.send(Endpoint<Data>(.get, "/")) }?.kind == .tooLarge)
    }

    // B23
    @Test func `trailers without end are refused`() async throws {
        let server = try LoopbackServer(script: [
            .read, .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n"),
            .sendRepeatedly("X-N: aaaaaaaaaa\r\n"),
        ])
        let api = try client(of: server)
        #expect(await failure { try await api.send(Endpoint<Data>(.get, "/")) }?.kind == .tooLarge)
    }

    // B23
    @Test func `interim answers without end are refused`() async throws {
        let server = try LoopbackServer(script: [.read, .sendRepeatedly("HTTP/1.1 103 Early Hints\r\nX-A: b\r\n\r\n")])
        let api = try client(of: server)
        #expect(await failure { try await api.send(Endpoint<Data>(.get, "/")) }?.kind == .tooLarge)
    }

    // B24
    @Test(arguments: [
        "hello there", "HTTP/1.1 abc\r\n\r\n", "HTTP/1.1 20\r\n\r\n", "HTTP/2.9 x\r\n\r\n", "\u{1}\u{2}\r\n\r\n",
    ])
    func `garbage in place of an answer is a typed error`(garbage: String) async throws {
        let server = try LoopbackServer(script: [.read, .send(garbage), .close])
        let api = try client(of: server)
        #expect(await failure { try await api.send(Endpoint<Data>(.get, "/")) }?.kind == .malformedResponse)
    }

    // B24
    @Test func `an empty reply is a lost connection`() async throws {
        let server = try LoopbackServer(script: [.read, .close])
        let api = try client(of: server)
        #expect(await failure { try await api.send(Endpoint<Data>(.get, "/")) }?.kind == .connectionLost)
    }

    // B24
    @Test func `line ends without CR are read`() async throws {
        let response = try await get("HTTP/1.1 200 OK\nContent-Length: 2\nX-A: b\n\nok")
        #expect(response.fields[.init("X-A")!] == "b" && response.value == Data("ok".utf8))
    }

    // B26
    @Test func `a GET with a body is refused before connecting`() async throws {
        let server = try LoopbackServer { _, _ in .text("ok") }
        let api = try client(of: server)
        let error = await failure { try await api.send(Endpoint<String>(.get, "/", body: .json(Thing(a: 1)))) }
        #expect(error?.kind == .invalidRequest)
        #expect(error?.detail.contains("GET") == true)
        #expect(server.connections.isEmpty)
    }

    @Test(arguments: ["2\r\nContent-Length: 3", "abc", "-1", "99999999999999999999", "0x2", "2, 3", "+2"])
    func `lengths that contradict or are none are refused`(length: String) async throws {
        let server = try LoopbackServer(script: [
            .read, .send("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\nok"),
        ])
        let api = try client(of: server)
        #expect(await failure { try await api.send(Endpoint<Data>(.get, "/")) }?.kind == .malformedResponse)
    }

    @Test func `an answer is the same however it is cut`() async throws {
        let answer =
            "HTTP/1.1 103 Early Hints\r\nX-E: 1\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 7\r\nX-A: b\r\n\r\n{\"a\":1}"
        let response = try await get(answer, at: Array(1..<answer.utf8.count))
        #expect(response.value == Data("{\"a\":1}".utf8))
        #expect(response.fields[.init("X-E")!] == nil && response.fields[.init("X-A")!] == "b")
    }

    @Test func `several lines of one field are joined, those of Set-Cookie stay apart`() async throws {
        let response = try await get(
            "HTTP/1.1 200 OK\r\nVary: a\r\nSet-Cookie: x=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT\r\nvary:  b\r\n"
                + "Set-Cookie: y=2\r\nContent-Length: 0\r\n\r\n")
        #expect(response.fields[.vary] == "a, b")
        #expect(response.fields[values: .setCookie] == ["x=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "y=2"])
    }
}
