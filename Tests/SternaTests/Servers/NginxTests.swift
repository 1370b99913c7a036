import Sterna
import TestSupport
import Testing

/// A real nginx, through real sockets.
@Suite struct NginxTests {
    private struct Post: Decodable {
        let id: Int
    }

    private func plain() async throws -> WireClient {
        WireClient(try await Nginx.shared().url)
    }

    private func secure(_ configure: (inout TransportOptions) -> Void = { _ in }) async throws -> WireClient {
        let authority = try await TestAuthority.shared()
        return WireClient(try await Nginx.shared().secureURL) {
            $0.tls.authorities = authority.certificate
            configure(&$0)
        }
    }

    @Test func `a list is read over HTTP 1.1, and the next request takes the same connection`() async throws {
        let client = try await plain()
        let first = try await client.get("/posts.json")
        #expect(first.status == 200)
        #expect(first.metrics.httpVersion == "1.1")
        #expect(!first.metrics.isReusedConnection)
        #expect(try first.json([Post].self).map(\.id) == Array(1...20))
        let second = try await client.get("/posts.json")
        #expect(second.metrics.isReusedConnection)
    }

    @Test func `over TLS the list comes as HTTP 2, and as HTTP 1.1 where that is the highest`() async throws {
        let client = try await secure()
        let answer = try await client.get("/posts.json")
        #expect(answer.metrics.httpVersion == "2")
        #expect(answer.metrics.secureConnect > .zero)
        #expect(answer.text == Nginx.posts)
        let older = try await secure { $0.httpVersion = .http1 }.get("/posts.json")
        #expect(older.metrics.httpVersion == "1.1")
        #expect(older.text == Nginx.posts)
    }

    @Test func `many requests at a time share one connection of HTTP 2`() async throws {
        let client = try await secure()
        _ = try await client.get("/posts.json")
        let reused = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<60 { group.addTask { try await client.get("/posts.json").metrics.isReusedConnection } }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(reused == 60)
    }

    @Test func `the limit of connections does not limit the streams of HTTP 2`() async throws {
        let client = try await secure { $0.connectionsPerHost = 1 }
        _ = try await client.get("/posts.json")
        let slow = Task { try await client.get("/slow") }
        let limits = Timeouts(total: .seconds(5))
        for _ in 0..<4 { #expect(try await client.get("/posts.json", timeouts: limits).metrics.isReusedConnection) }
        slow.cancel()
        await #expect(throws: CancellationError.self) { try await slow.value }
    }

    @Test func `an unknown authority is refused by name, and nothing is answered`() async throws {
        let stranger = try await TestAuthority.shared().stranger
        let client = WireClient(try await Nginx.shared().secureURL) { $0.tls.authorities = stranger }
        await #expect { try await client.get("/posts.json") } throws: { ($0 as? APIError)?.kind == .tls(.unknownCA) }
        let systems = WireClient(try await Nginx.shared().secureURL)
        await #expect { try await systems.get("/posts.json") } throws: { ($0 as? APIError)?.kind.name == "tls" }
    }

    @Test func `a certificate for another name is refused as wrongHost`() async throws {
        let nginx = try await Nginx.shared()
        let authority = try await TestAuthority.shared()
        let client = WireClient("https://elsewhere.example:\(nginx.securePort)") {
            $0.tls.authorities = authority.certificate
            $0.resolve = [
                ResolveOverride(host: "elsewhere.example", port: Int(nginx.securePort), address: "127.0.0.1")
            ]
        }
        await #expect { try await client.get("/posts.json") } throws: { ($0 as? APIError)?.kind == .tls(.wrongHost) }
    }

    @Test func `the certificate holds for the address too`() async throws {
        let nginx = try await Nginx.shared()
        let authority = try await TestAuthority.shared()
        let client = WireClient("https://127.0.0.1:\(nginx.securePort)") { $0.tls.authorities = authority.certificate }
        #expect(try await client.get("/posts.json").status == 200)
    }

    @Test func `a compressed answer is decoded and its fields made true`() async throws {
        let answer = try await plain().get("/posts.json")
        #expect(answer.text == Nginx.posts)
        #expect(answer.fields[.contentEncoding] == nil)
        #expect(answer.metrics.wireBytes < Int64(Nginx.posts.utf8.count))
        #expect(answer.metrics.bodyBytes == Int64(Nginx.posts.utf8.count))
    }

    @Test(arguments: [400, 404, 418, 500, 502, 503])
    func `an error page keeps its status and its HTML`(_ status: Int) async throws {
        let answer = try await plain().get("/status/\(status)")
        #expect(answer.status.code == status)
        #expect(answer.fields[.contentType] == "text/html")
        #expect(answer.text.contains("<h1>\(status)</h1>"))
    }

    @Test func `the transport follows no redirect`() async throws {
        let answer = try await plain().get("/moved")
        #expect(answer.status == 302)
        #expect(answer.fields[.location]?.hasSuffix("/posts.json") == true)
    }

    @Test func `HEAD has the fields of GET and no body`() async throws {
        let answer = try await plain().send(.head, "/big")
        #expect(answer.status == 200)
        #expect(answer.fields[.contentLength] == String(Nginx.bigSize))
        #expect(answer.bytes == Data())
    }

    @Test(arguments: [false, true])
    func `a big body arrives byte for byte, whole and as a stream`(_ overTLS: Bool) async throws {
        let client = try await overTLS ? secure() : plain()
        #expect(try await client.get("/big").bytes == Nginx.big)
        var streamed = Data()
        for try await chunk in try await client.stream("/big") { streamed.append(chunk) }
        #expect(streamed == Nginx.big)
    }

    @Test func `a part of a file is asked for by its range`() async throws {
        let answer = try await plain().get("/big", fields: ["Range": "bytes=1000-1999"])
        #expect(answer.status == 206)
        #expect(answer.fields[.contentRange] == "bytes 1000-1999/\(Nginx.bigSize)")
        #expect(answer.bytes == Nginx.big[1000...1999])
    }

    @Test func `a stream that is dropped leaves the client usable`() async throws {
        let client = try await secure()
        for try await _ in try await client.stream("/big") { break }
        #expect(try await client.get("/posts.json").text == Nginx.posts)
    }

    @Test(arguments: [false, true])
    func `what is put is kept, with a length and chunked`(_ overTLS: Bool) async throws {
        let client = try await overTLS ? secure() : plain()
        let chunks = (0..<32).map { Data(repeating: UInt8($0), count: 10_000) }
        let whole = Data(chunks.joined())
        let bodies = [
            "length": HTTPBody.data(whole),
            "chunked": HTTPBody.chunks(isReplayable: true) { Chunks(chunks) },
        ]
        for (name, body) in bodies {
            let path = "/store/\(name)-\(overTLS)"
            #expect(try await client.send(.put, path, body: body).status == 201, "\(name)")
            #expect(try await client.get(path).bytes == whole, "\(name)")
            #expect(try await client.send(.delete, path).status == 204, "\(name)")
            #expect(try await client.get(path).status == 404, "\(name)")
        }
    }

    @Test func `a file of 8 MiB is sent as it lies on the disk`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try Nginx.big.write(to: folder.url("big"))
        let client = try await secure()
        #expect(try await client.send(.put, "/store/file", body: .file(folder.path("big"))).status == 201)
        #expect(try await client.get("/store/file").bytes == Nginx.big)
        _ = try await client.send(.delete, "/store/file")
    }

    @Test func `204 is an empty body`() async throws {
        let answer = try await plain().send(.post, "/sink", body: .text("anything"))
        #expect(answer.status == 204)
        #expect(answer.bytes == Data())
    }

    @Test func `a slow body runs into the total limit and not the idle one`() async throws {
        let client = try await plain()
        let limits = Timeouts(idle: .seconds(10), total: .milliseconds(400))
        let start = ContinuousClock.now
        await #expect { try await client.get("/slow", timeouts: limits) } throws: {
            ($0 as? APIError)?.kind == .timedOut(.total)
        }
        #expect(ContinuousClock.now - start < .seconds(2))
    }

    @Test func `a cancelled stream of HTTP 2 keeps the connection for the others`() async throws {
        let client = try await secure()
        let slow = Task { try await client.get("/slow") }
        _ = try await client.get("/posts.json")
        slow.cancel()
        await #expect(throws: CancellationError.self) { try await slow.value }
        #expect(try await client.get("/posts.json").metrics.isReusedConnection)
    }
}

/// Chunks that are at hand.
private struct Chunks: AsyncSequence, Sendable {
    let chunks: [Data]

    init(_ chunks: [Data]) {
        self.chunks = chunks
    }

    func makeAsyncIterator() -> Iterator { Iterator(rest: chunks[...]) }

    struct Iterator: AsyncIteratorProtocol {
        var rest: ArraySlice<Data>

        mutating func next() async -> Data? { rest.popFirst() }
    }
}
