import SternaTesting
import TestSupport
import Testing

@testable import Sterna

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What may go wrong around an upload.
@Suite struct UploadWaysTests {
    @Test func `a form has its own boundary in its type, whatever the fields say`() async throws {
        let server = try LoopbackServer { request, _ in .text(request["Content-Type"] ?? "") }
        let api = try client(of: server) { $0.fields["Content-Type"] = "application/json" }
        var endpoint = Endpoint<String>(.post, "/", body: .multipart([.text("a", "b")]))
        for own in [nil, "multipart/form-data", "multipart/form-data; boundary=mine"] {
            endpoint.fields["Content-Type"] = own
            let type = try #require(MediaType(try await api.send(endpoint)))
            let boundary = try #require(type.parameters["boundary"])
            #expect(boundary.hasPrefix("sterna-"))
            #expect(server.requests.last?.text.hasPrefix("--\(boundary)\r\n") == true)
        }
        endpoint.body = .multipart(MultipartForm([.text("a", "b")], boundary: "mine"))
        endpoint.fields["Content-Type"] = "multipart/form-data; boundary=\"mine\""
        #expect(try await api.send(endpoint) == "multipart/form-data; boundary=\"mine\"", "one that is right stays")
    }

    @Test func `a length by hand is refused unless it is right`() async throws {
        let server = try LoopbackServer { request, _ in .text("\(request.bodyLength)") }
        let api = try client(of: server)
        let body = try HTTPBody.multipart([.text("a", "b")])
        var endpoint = Endpoint<Int64>(.post, "/", body: .body(body))
        endpoint.fields["Content-Length"] = "5"
        #expect(await failure { try await api.upload(endpoint) { _ in } }?.kind == .invalidRequest)
        endpoint.fields["Content-Length"] = body.length.map { "\($0)" }
        #expect(try await api.upload(endpoint) { _ in } == body.length)
        #expect(server.requests.count == 1)
    }

    @Test func `a form is sent again after a failure that heals, and its progress begins again`() async throws {
        let server = try LoopbackServer { request, _ in request.number == 1 ? Answer(503) : .text("ok") }
        let api = try client(of: server) { $0.random = { 0 } }
        let record = ProgressRecord()
        let form: MultipartForm = [.data("f", Data(count: 500_000), fileName: "f")]
        let endpoint = Endpoint<String>(.put, "/", body: .multipart(form))
        let response = try await api.response(uploading: endpoint, progress: record.report)
        #expect(response.attempts.count == 2)
        #expect(record.completed.count { $0 == 0 } == 2)
        #expect(record.completed.last == record.all.last?.total)
        #expect(server.requests.first?.body == server.requests.last?.body)
    }

    // B77
    @Test func `a refused expectation is an answer like any other`() async throws {
        let server = try LoopbackServer { request, _ in request["Expect"] == nil ? .text("ok") : Answer(417) }
        let api = try client(of: server)
        let endpoint = Endpoint<String>(
            .put, "/", fields: ["Expect": "100-continue"], body: .data(Data(count: 2_000_000)))
        let error = await failure { try await api.upload(endpoint) }
        #expect(error?.response?.status == 417)
    }

    @Test func `a cancel at any moment ends the upload at once`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write("f", String(repeating: "x", count: 8 << 20))
        let server = try LoopbackServer { _, _ in .text("ok") }
        let api = try client(of: server)
        for wait in stride(from: 0, through: 30_000, by: 1_000) {
            let record = ProgressRecord()
            let form: MultipartForm = [
                .text("a", "b"), .file("f", path), .stream("s", isReplayable: false, Self.endless),
            ]
            let endpoint = Endpoint<String>(.post, "/", body: .multipart(form))
            let call = Task { try await api.upload(endpoint, progress: record.report) }
            try await Task.sleep(for: .microseconds(wait))
            let start = ContinuousClock.now
            call.cancel()
            await #expect(throws: CancellationError.self) { try await call.value }
            #expect(ContinuousClock.now - start < .seconds(1))
            let atTheEnd = record.all
            await Task.yield()
            #expect(record.all == atTheEnd)
        }
    }

    /// One byte, and then nothing.
    private static let endless: @Sendable () -> AsyncStream<Data> = {
        AsyncStream { continuation in
            continuation.yield(Data([1]))
            continuation.onTermination = { _ in continuation.finish() }
        }
    }

    @Test func `a form goes up over HTTP 2, with progress`() async throws {
        let authority = try await TestAuthority.shared()
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write("f", String(repeating: "x", count: 3 << 20))
        let api = try APIClient(baseURL: try await Nginx.shared().secureURL) {
            $0.transport.tls.authorities = authority.certificate
        }
        for (number, isKnown) in [true, false].enumerated() {
            let record = ProgressRecord()
            var form: MultipartForm = [.text("a", "b"), .file("f", path)]
            if !isKnown { form.append(.stream("s", isReplayable: false) { AsyncStream<Data> { $0.finish() } }) }
            let endpoint = Endpoint<Void>(.put, "/store/form-\(number)", body: .multipart(form))
            let response = try await api.response(uploading: endpoint, progress: record.report)
            #expect(response.metrics.httpVersion == "2")
            let stored = try await api.data(for: Endpoint<Data>(.get, "/store/form-\(number)"))
            #expect(record.completed.last == Int64(stored.count))
            #expect(stored.count > 3 << 20)
        }
    }

    @Test func `what is no plain file is refused by its path`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try #require(mkfifo(folder.path("pipe"), 0o600) == 0)
        try folder.write("f", "abc")
        for path in [
            folder.path("pipe"), "/dev/null", folder.path, "", folder.path("f") + "\0.jpg", folder.path("f") + "/",
        ] {
            let error = #expect(throws: APIError.self) { try HTTPBody.multipart([.file("f", path)]) }
            #expect(error?.kind == .fileSystem)
        }
    }
}
