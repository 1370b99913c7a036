import Sterna
import SternaTesting
import TestSupport
import Testing

/// Downloads to a file, from real sockets.
struct DownloadTests {
    private let place: DownloadPlace
    private let file = RangedFile()

    init() throws {
        place = try DownloadPlace()
    }

    // B82
    @Test func `a file appears under its name, and nothing else stays`() async throws {
        let server = try LoopbackServer { [file] request, _ in file.answer(request) }
        let download = try await place.download(from: server)
        #expect(download.path == place.path && download.bytes == 300_000 && download.continuedFrom == 0)
        #expect(download.response.status == 200 && download.response.attempts.count == 1)
        #expect(try place.data() == file.bytes)
        #expect(place.names == ["file.bin"])
        #expect(server.requests[0]["Accept-Encoding"] == "identity")
        #expect(server.requests[0]["Range"] == nil)
    }

    @Test func `a file without a byte is a file`() async throws {
        let server = try LoopbackServer { _, _ in Answer(200, fields: [.init("ETag", "\"0\"")]) }
        #expect(try await place.download(from: server).bytes == 0)
        #expect(try place.data().isEmpty && place.names == ["file.bin"])
    }

    @Test func `a connection that is lost in the middle is taken up where it ended`() async throws {
        let server = try file.server(cutAt: 120_000) { [file] in file.answer($0) }
        let download = try await place.download(from: server)
        #expect(try place.data() == file.bytes && place.names == ["file.bin"])
        #expect(server.requests.map { $0["Range"] } == [nil, "bytes=120000-"])
        #expect(server.requests[1]["If-Range"] == "\"1\"")
        #expect(download.response.attempts.map(\.status) == [200, 206])
        #expect(download.response.attempts.map(\.number) == [1, 2])
        #expect(download.response.attempts[0].delay == .milliseconds(500))
        #expect([.truncated, .connectionLost].contains(download.response.attempts[0].failure))
        #expect(download.continuedFrom == 0)
    }

    @Test func `attempts that bring something new do not count`() async throws {
        let server = try LoopbackServer { [file] request, _ in
            let start = RangedFile.start(request) ?? 0
            let head = start == 0 ? "200 OK\r\n" : "206 P\r\nContent-Range: bytes \(start)-299999/300000\r\n"
            let fields = "ETag: \"1\"\r\nContent-Length: \(300_000 - start)\r\n\r\n"
            let piece = file.bytes.dropFirst(start).prefix(70_000)
            return .script([.send("HTTP/1.1 \(head)\(fields)"), .send(piece), .close])
        }
        let download = try await place.download(from: server, retry: .exponential(attempts: 2))
        #expect(try place.data() == file.bytes)
        #expect(download.response.attempts.count == 5)
        #expect(download.response.attempts.dropLast().allSatisfy { $0.delay == .milliseconds(500) })
    }

    @Test func `attempts that bring nothing new end`() async throws {
        let server = try file.server(cutAt: 100_000) { [file] request in
            let head = "HTTP/1.1 206 P\r\nContent-Range: bytes 100000-299999/300000\r\nETag: \"1\"\r\n"
            _ = (file, request)
            return .script([.send(head + "Content-Length: 200000\r\n\r\n"), .close])
        }
        let error = await failure { try await place.download(from: server) }
        #expect(error?.attempts.count == 3 && server.requestCount == 3)
        #expect(error?.detail.contains("100000 of 300000 bytes are kept in \(place.part)") == true)
        #expect(place.names == ["file.bin.part", "file.bin.part.json"])
    }

    @Test func `a later call goes on where an earlier one ended`() async throws {
        let server = try file.server(cutAt: 120_000) { [file] in file.answer($0) }
        let error = await failure { try await place.download(from: server, retry: .never) }
        #expect(error?.isRetryable == true)
        let url = try URI(server.url + "/file.bin")
        let point = try #require(ResumePoint(of: place.target, from: url))
        #expect(point.bytes == 120_000 && point.length == 300_000 && point.path == place.part)
        let download = try await place.download(from: server)
        #expect(try place.data() == file.bytes && place.names == ["file.bin"])
        #expect(download.continuedFrom == 120_000)
        #expect(server.requests.map { $0["Range"] } == [nil, "bytes=120000-"])
        #expect(ResumePoint(of: place.target, from: url) == nil)
    }

    @Test func `another address, and a call that is told so, start from zero`() async throws {
        for changed in [true, false] {
            let place = try DownloadPlace()
            let server = try file.server(cutAt: 120_000) { [file] in file.answer($0) }
            _ = await failure { try await place.download(from: server, retry: .never) }
            var options = DownloadOptions()
            options.continues = changed
            _ = try await place.download(from: server, options: options, path: changed ? "/other" : "/file.bin")
            #expect(try place.data() == file.bytes && place.names == ["file.bin"])
            #expect(server.requests.map { $0["Range"] } == [nil, nil])
        }
    }

    // B81
    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabcde",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 100\r\nETag: W/\"1\"\r\n\r\nabcde",
        "HTTP/1.1 200 OK\r\nContent-Length: 100\r\nETag: \"1\"\r\nAccept-Ranges: none\r\n\r\nabcde",
    ])
    func `a short body is an error, and of one that cannot be continued nothing stays`(_ text: String) async throws {
        let server = try LoopbackServer(script: [.read, .send(text), .close])
        let error = await failure { try await place.download(from: server) }
        #expect(error.map { [.truncated, .connectionLost].contains($0.kind) } == true)
        #expect(error?.attempts.count == 3)
        #expect(server.requests.allSatisfy { $0["Range"] == nil })
        #expect(place.names.isEmpty)
    }

    @Test func `a refusal leaves nothing, and an earlier part as it was`() async throws {
        let server = try file.server(cutAt: 120_000) { [file] request in
            request.number == 2 ? .text("gone", status: 404) : file.answer(request)
        }
        _ = await failure { try await place.download(from: server, retry: .never) }
        let error = await failure { try await place.download(from: server) }
        #expect(error?.kind == .rejected && error?.response?.bytes == Data("gone".utf8))
        #expect(place.names == ["file.bin.part", "file.bin.part.json"])
        try await place.download(from: server)
        #expect(try place.data() == file.bytes && server.requests[2]["Range"] == "bytes=120000-")
        let other = try DownloadPlace()
        _ = await failure { try await other.download(from: LoopbackServer { _, _ in .text("no", status: 404) }) }
        #expect(other.names.isEmpty)
    }

    @Test func `an answer without content is no file`() async throws {
        let server = try LoopbackServer { _, _ in Answer(204) }
        let error = await failure { try await place.download(from: server) }
        #expect(error?.kind == .emptyBody && place.names.isEmpty)
    }

    @Test func `what may not be sent is refused before anything is`() async throws {
        let server = try LoopbackServer { [file] request, _ in file.answer(request) }
        let api = try place.client(server)
        let ranged = Endpoint<Data>(.get, "/", fields: ["Range": "bytes=1-2"])
        for endpoint in [ranged, Endpoint<Data>(.head, "/")] {
            let error = await failure { try await api.download(endpoint, to: place.target) }
            #expect(error?.kind == .invalidRequest)
        }
        for path in ["", "a\u{0}b"] {
            let error = await failure { try await place.download(from: server, to: .file(path)) }
            #expect(error?.kind == .invalidRequest)
        }
        #expect(server.requestCount == 0 && place.names.isEmpty)
    }

    @Test func `a download has no limit in all, and an endpoint may set one`() async throws {
        let transport = MockTransport { .text("x", to: $0) }
        let api = try APIClient(baseURL: "http://h", transport: transport)
        var endpoint = Endpoint<Data>(.get, "/")
        _ = try await api.download(endpoint, to: place.target)
        endpoint.timeouts = Timeouts(total: .seconds(9))
        _ = try await api.download(endpoint, to: .file(place.folder.path("b")))
        #expect(transport.requests[0].timeouts.total == nil && transport.requests[0].deadline == nil)
        #expect(transport.requests[1].timeouts.total.map { $0 <= .seconds(9) } == true)
    }

    @Test func `a POST is downloaded and never continued`() async throws {
        let server = try file.server(cutAt: 120_000) { [file] in file.answer($0) }
        let api = try place.client(server)
        let endpoint = Endpoint<Data>(.post, "/report", body: .json(["a": 1]))
        let error = await failure { try await api.download(endpoint, to: place.target) }
        #expect(error?.isRetryable == true && server.requestCount == 1 && place.names.isEmpty)
        _ = try await api.download(endpoint, to: place.target)
        #expect(try place.data() == file.bytes && server.requests.allSatisfy { $0["Range"] == nil })
    }

    @Test func `a redirect is followed, also to go on`() async throws {
        let server = try LoopbackServer { [file] request, _ in
            if request.path == "/file.bin" { return Answer(302, fields: [.init("Location", "/store/7")]) }
            return request.number == 2 ? file.whole(cutAt: 120_000) : file.answer(request)
        }
        let download = try await place.download(from: server)
        #expect(try place.data() == file.bytes)
        #expect(server.requests.map(\.path) == ["/file.bin", "/store/7", "/file.bin", "/store/7"])
        #expect(server.requests[3]["Range"] == "bytes=120000-")
        #expect(download.response.redirects.count == 1)
    }

    // B65
    @Test func `what a server encodes all the same is decoded, of unknown length, and not continued`() async throws {
        let (plain, packed) = (Data(repeating: 97, count: 100_000), try #require(Self.packed))
        let server = try LoopbackServer { _, _ in
            Answer(200, fields: [.init("Content-Encoding", "gzip"), .init("ETag", "\"1\"")], body: packed)
        }
        let states = Lock<[TransferProgress]>([])
        try await place.download(from: server) { state in states.withLock { $0.append(state) } }
        #expect(try place.data() == plain)
        #expect(states.withLock { $0.last?.completed } == 100_000)
        #expect(states.withLock { $0.dropLast().allSatisfy { $0.total == nil } })
        let cut = try LoopbackServer { _, _ in
            Answer(200, fields: [.init("Content-Encoding", "gzip"), .init("ETag", "\"1\"")], body: packed.dropLast(20))
        }
        let other = try DownloadPlace()
        #expect(await failure { try await other.download(from: cut) }?.kind == .truncated)
        #expect(other.names.isEmpty && cut.requests.allSatisfy { $0["Range"] == nil })
    }

    /// 100,000 times the letter a, as gzip.
    private static let packed = Data(
        base64Encoded: "H4sIAAAAAAACA+3BMQEAAADCoKzrX8IaHkABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAArwaH+uIboIYBAA==")
}
