#if os(Linux)
import Sterna
import SternaTesting
import TestSupport
import Testing

/// Section 8 of the field reports: codings of content, through real sockets.
@Suite(.timeLimit(.minutes(1))) struct ContentCodingTests {
    private static let text = #"[{"id":1,"title":"round trip"}]"# + String(repeating: " ", count: 3000)

    /// What a program makes of the text: gzip, zlib, zstd. Python knows all but brotli.
    private func coded(_ code: String) async throws -> Data {
        let script = "import sys, zlib, gzip; t = sys.stdin.buffer.read(); sys.stdout.buffer.write(\(code))"
        let outcome = try await ChildProcess.run("python3", ["-c", script], input: Data(Self.text.utf8))
        try #require(outcome.code == 0, "\(outcome.errorText)")
        return outcome.output
    }

    private func get(
        _ coding: String, _ body: Data, framing: String? = nil, status: String = "200 OK", step: Int? = nil
    ) async throws -> Data {
        let framing = framing ?? "Content-Length: \(body.count)"
        let head = Data("HTTP/1.1 \(status)\r\nContent-Encoding: \(coding)\r\n\(framing)\r\n\r\n".utf8)
        let whole = Array(head + body)
        let send: Script.Step = step.map { .trickle(whole, size: $0, every: .milliseconds(1)) } ?? .send(whole)
        let server = try LoopbackServer(script: [.read, send, .close])
        return try await client(of: server).send(Endpoint<Data>(.get, "/"))
    }

    @Test(arguments: ["gzip.compress(t)", "gzip.compress(t[:9]) + gzip.compress(t[9:])"])
    func `gzip is decoded, in one member and in several`(code: String) async throws {
        #expect(try await get("gzip", try await coded(code)) == Data(Self.text.utf8))
        #expect(try await get("x-gzip", try await coded(code), step: 1) == Data(Self.text.utf8))
    }

    @Test(arguments: ["zlib.compress(t)", "zlib.compress(t)[2:-4]"])
    func `deflate is decoded, with the header of zlib and without`(code: String) async throws {
        #expect(try await get("deflate", try await coded(code)) == Data(Self.text.utf8))
        #expect(try await get("deflate", try await coded(code), step: 1) == Data(Self.text.utf8))
    }

    @Test func `codings on top of each other are undone from the last to the first`() async throws {
        let body = try await coded("gzip.compress(zlib.compress(gzip.compress(t)))")
        #expect(try await get("gzip, deflate,gzip", body) == Data(Self.text.utf8))
        let deep = Array(repeating: "gzip", count: 12).joined(separator: ", ")
        #expect(await failure { try await get(deep, body) }?.kind == .decompression)
    }

    // B81
    @Test(arguments: ["gzip", "deflate"])
    func `a coded stream that is cut anywhere is truncated, whatever its framing says`(coding: String) async throws {
        let whole = try await coded(coding == "gzip" ? "gzip.compress(t)" : "zlib.compress(t)")
        for count in [1, 2, 9, 10, 11, whole.count / 2, whole.count - 8, whole.count - 1] {
            #expect(await failure { try await get(coding, whole.prefix(count)) }?.kind == .truncated, "\(count)")
            let open = await failure { try await get(coding, whole.prefix(count), framing: "Connection: close") }
            #expect(open?.kind == .truncated, "\(count)")
        }
    }

    @Test func `a coded stream with a wrong byte is refused`() async throws {
        var body = try await coded("gzip.compress(t)")
        body[body.count - 6] ^= 1
        #expect(await failure { try await get("gzip", body) }?.kind == .decompression)
        #expect(await failure { try await get("gzip", Data("not gzip at all".utf8)) }?.kind == .decompression)
        #expect(await failure { try await get("snappy", body) }?.kind == .decompression)
    }

    // B64
    @Test func `a coded answer without a body is an empty one`() async throws {
        #expect(try await get("gzip", Data()).isEmpty)
        #expect(try await get("gzip", Data(), framing: "Connection: close").isEmpty)
        #expect(try await get("gzip", Data(), framing: "X: y", status: "204 No Content").isEmpty)
    }

    // B65
    @Test func `the fields of the coded form go, both counts stay`() async throws {
        let body = try await coded("gzip.compress(t)")
        let server = try LoopbackServer { _, _ in Answer(fields: [.init("Content-Encoding", "gzip")], body: body) }
        let response = try await client(of: server).response(to: Endpoint<Data>(.get, "/"))
        #expect(response.fields[.contentEncoding] == nil && response.fields[.contentLength] == nil)
        #expect(response.metrics.wireBytes == Int64(body.count))
        #expect(response.metrics.bodyBytes == Int64(Self.text.utf8.count))
        #expect(server.requests.first?["Accept-Encoding"] == "gzip, deflate, br, zstd")
    }

    // B67
    @Test(arguments: ["gzip", "gzip, gzip"])
    func `a bomb is refused at the limit, with little memory`(coding: String) async throws {
        let once = "gzip.compress(bytes(300 << 20), 9)"
        let bomb = try await coded(coding == "gzip" ? once : "gzip.compress(\(once))")
        let before = ProcessUsage.now().residentBytes
        let server = try LoopbackServer { _, _ in Answer(fields: [.init("Content-Encoding", coding)], body: bomb) }
        let api = try client(of: server) { $0.bodyLimit = 1 << 20 }
        #expect(await failure { try await api.send(Endpoint<Data>(.get, "/")) }?.kind == .tooLarge)
        #expect(ProcessUsage.now().residentBytes - before < 16 << 20)
    }

    // B67
    @Test func `a bomb that is streamed comes at the pace of its reader`() async throws {
        let bomb = try await coded("gzip.compress(bytes(300 << 20), 9)")
        let server = try LoopbackServer { _, _ in Answer(fields: [.init("Content-Encoding", "gzip")], body: bomb) }
        let response = try await client(of: server).stream(Endpoint<Data>(.get, "/"))
        guard case .stream(let stream) = response.body else { return #expect(Bool(false), "not a stream") }
        let before = ProcessUsage.now().residentBytes
        var count = 0
        for try await piece in stream.prefix(200) { count += piece.count }
        #expect(count == 200 * (64 << 10))
        #expect(ProcessUsage.now().residentBytes - before < 16 << 20)
    }

    @Test func `the status of an error outlives a body that cannot be decoded`() async throws {
        for coding in ["gzip", "snappy"] {
            let error = await failure { try await get(coding, Data("no gzip".utf8), status: "503 Busy") }
            #expect(error?.kind == .server && error?.response?.status == 503)
        }
    }

    @Test func `two readers of a coded stream do not disturb each other`() async throws {
        let body = try await coded("gzip.compress(t)")
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n"
        let server = try LoopbackServer(script: [.read, .send(Data(head.utf8) + body.prefix(20)), .hang])
        let response = try await client(of: server).stream(Endpoint<Data>(.get, "/"))
        guard case .stream(let stream) = response.body else { return #expect(Bool(false), "not a stream") }
        async let first = failure { for try await _ in stream {} }
        async let second = failure { for try await _ in stream {} }
        try await Task.sleep(for: .milliseconds(50))
        server.stop()
        let kinds = await [first?.kind, second?.kind]
        #expect(kinds.contains(.invalidRequest) && kinds.contains { $0 != .invalidRequest })
    }

    @Test(arguments: ["gzip, chunked", "gzip", "xchunked"])
    func `a transfer coding that nobody asked for is refused`(coding: String) async throws {
        let server = try LoopbackServer(script: [
            .read, .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: \(coding)\r\n\r\n2\r\nok\r\n0\r\n\r\n"), .close,
        ])
        let api = try client(of: server)
        #expect(await failure { try await api.send(Endpoint<Data>(.get, "/")) }?.kind == .malformedResponse)
    }
}
#endif
