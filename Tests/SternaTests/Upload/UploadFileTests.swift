import SternaTesting
import TestSupport
import Testing

@testable import Sterna

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Files that are sent, and what may become of them meanwhile.
@Suite struct UploadFileTests {
    private func resize(_ path: String, to length: Int) throws {
        try #require(truncate(path, off_t(length)) == 0)
    }

    // B72
    @Test func `a file that is not there fails before anything is sent, by its path`() async throws {
        let server = try LoopbackServer { _, _ in .text("ok") }
        let api = try client(of: server)
        let bodies: [Endpoint<String>.Body] = [
            .multipart([.text("a", "b"), .file("photo", "/nowhere/at/all.jpg")]), .file("/nowhere/at/all.jpg"),
            .multipart([.file("photo", FileManager.default.temporaryDirectory.path)]),
        ]
        for (body, path) in zip(bodies, ["/nowhere/at/all.jpg", "/nowhere/at/all.jpg", "/tmp"]) {
            for progress in [nil, { _ in }] as [(@Sendable (TransferProgress) -> Void)?] {
                let error = await failure {
                    try await api.upload(Endpoint<String>(.post, "/"), from: body, progress: progress)
                }
                #expect(error?.kind == .fileSystem)
                #expect(error?.detail.contains(path) == true)
                #expect(error?.underlying is FileFailure)
            }
        }
        #expect(server.connections.isEmpty)
    }

    // B72
    @Test func `a file that vanishes before it is sent again fails by its path, and no form looks whole`() async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write("f", "abc")
        let server = try LoopbackServer { request, _ in
            try? FileManager.default.removeItem(atPath: path)
            return request.path == "/a" ? Answer(308, fields: [.init("Location", "/b")]) : .text("ok")
        }
        let api = try client(of: server) { $0.retry = .never }
        let endpoint = Endpoint<String>(.post, "/a", body: .multipart([.file("f", path)]))
        let error = await failure { try await api.upload(endpoint) }
        #expect(error?.kind == .fileSystem)
        #expect(error?.detail.contains(path) == true)
        #expect(server.requests.filter(\.isComplete).map(\.path) == ["/a"])
    }

    // B72
    @Test(arguments: [1_000, 3_000_000, 9_000_000], [false, true])
    func `a file that shrinks or grows while it is sent is an error`(length: Int, hasProgress: Bool) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write("f", String(repeating: "x", count: 8_000_000))
        let server = try LoopbackServer(script: [
            .readHead, .wait(.milliseconds(150)), .readBody(), .send("HTTP/1.1 204 No Content\r\n\r\n"), .hang,
        ])
        let api = try client(of: server) { $0.retry = .never }
        let endpoint = Endpoint<Void>(.post, "/", body: .multipart([.file("f", path), .text("a", "b")]))
        let progress: (@Sendable (TransferProgress) -> Void)? = hasProgress ? ProgressRecord().report : nil
        let call = Task { try await api.upload(endpoint, progress: progress) }
        await server.waitForRequests(1)
        try await Task.sleep(for: .milliseconds(30))
        try resize(path, to: length)
        let error = await failure { try await call.value }
        #expect(error?.kind == .fileSystem)
        #expect(error?.detail.contains(path) == true)
        #expect(await server.waitForClose())
        #expect(!server.requests.contains { $0.isComplete })
    }

    // B72
    @Test(arguments: [10, 2000], [false, true])
    func `a small file that shrinks or grows before the answer is an error too`(length: Int, isForm: Bool) async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write("f", String(repeating: "x", count: 1000))
        let server = try LoopbackServer { _, _ in
            usleep(100_000)
            return .text("ok")
        }
        let api = try client(of: server)
        let body: Endpoint<String>.Body = isForm ? .multipart([.file("f", path), .text("a", "b")]) : .file(path)
        let call = Task { try await api.upload(Endpoint<String>(.put, "/"), from: body) { _ in } }
        await server.waitForRequests(1)
        try await Task.sleep(for: .milliseconds(30))
        try resize(path, to: length)
        let error = await failure { try await call.value }
        #expect(error?.kind == .fileSystem)
        #expect(error?.detail.contains(path) == true)
        #expect(error?.mayHaveBeenProcessed == true)
        #expect(server.requests.count == 1)
    }

    @Test func `a file that is removed or replaced once it was read is none of the upload's business`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write("f", "abc")
        let server = try LoopbackServer { request, _ in
            if request.path == "/removed" { unlink(path) } else { rename(folder.path("new"), path) }
            return .text("ok")
        }
        let api = try client(of: server)
        for place in ["/removed", "/replaced"] {
            try Data("abc".utf8).write(to: folder.url("f"))
            try folder.write("new", "longer than before")
            let endpoint = Endpoint<String>(
                .put, EndpointPath(stringLiteral: place), body: .multipart([.file("f", path)]))
            #expect(try await api.upload(endpoint) == "ok")
        }
    }

    @Test func `what arrives is what the file holds`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var noise = Noise(seed: 3)
        var content = Data()
        for _ in 0..<400_000 { withUnsafeBytes(of: noise.next()) { content.append(contentsOf: $0) } }
        try content.write(to: folder.url("f"))
        let api = try APIClient(baseURL: try await Nginx.shared().url)
        let form = MultipartForm([.text("a", "b"), .file("f", folder.path("f")), .text("c", "d")], boundary: "B-B-B")
        let head = "--B-B-B\r\nContent-Disposition: form-data; name="
        let expected =
            Data("\(head)\"a\"\r\n\r\nb\r\n\(head)\"f\"; filename=\"f\"\r\n".utf8)
            + Data("Content-Type: application/octet-stream\r\n\r\n".utf8) + content
            + Data("\r\n\(head)\"c\"\r\n\r\nd\r\n--B-B-B--\r\n".utf8)
        for hasProgress in [false, true] {
            let progress = hasProgress ? ProgressRecord().report : nil
            try await api.upload(Endpoint<Void>(.put, "/store/whole", body: .multipart(form)), progress: progress)
            let stored = try await api.data(for: Endpoint<Data>(.get, "/store/whole"))
            #expect(try Digest.sha256(stored) == Digest.sha256(expected))
        }
    }

    @Test func `a part of another length than it said is an error, and no form looks whole`() async throws {
        let server = try LoopbackServer { request, _ in .text(request.text) }
        let api = try client(of: server) { $0.retry = .never }
        for (text, seen) in [("abc", "has 3"), ("abcde", "has more")] {
            for isLast in [true, false] {
                let part = MultipartForm.Part.stream("f", length: 4, isReplayable: true) {
                    AsyncStream {
                        $0.yield(Data(text.utf8))
                        $0.finish()
                    }
                }
                let form = MultipartForm(isLast ? [part] : [part, .text("a", "b")])
                let error = await failure { try await api.upload(Endpoint<String>(.post, "/", body: .multipart(form))) }
                #expect(error?.kind == .bodyEncoding)
                #expect(error?.detail.contains(seen) == true)
            }
        }
        #expect(!server.requests.contains { $0.isComplete })
    }

    @Test func `a part that throws ends the upload with its error beneath`() async throws {
        struct Mishap: Error {}
        let server = try LoopbackServer { request, _ in .text(request.text) }
        let api = try client(of: server) { $0.retry = .never }
        let part = MultipartForm.Part.stream("f", isReplayable: true) {
            AsyncThrowingStream<Data, any Error> { continuation in
                continuation.yield(Data("abc".utf8))
                continuation.finish(throwing: Mishap())
            }
        }
        let error = await failure { try await api.upload(Endpoint<String>(.post, "/", body: .multipart([part]))) }
        #expect(error?.kind == .bodyEncoding)
        #expect(error?.underlying is Mishap)
        #expect(!server.requests.contains { $0.isComplete })
    }

    @Test func `a part of a file is sent as a part of a form`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write("f", "0123456789")
        let part = MultipartForm.Part("f", .file(path, range: 3..<6), fileName: "digits")
        let body = try HTTPBody.multipart([part, .file("empty", try folder.write("e", ""))])
        let read = try StrictMultipart(try await body.bytes(), body.contentType)
        #expect(read.parts.map(\.content) == [Data("345".utf8), Data()])
        #expect(body.length == Int64(try await body.bytes().count))
    }

    // B72
    @Test(arguments: [false, true])
    func `100 MB of a file are sent at flat memory`(hasProgress: Bool) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write("f", "")
        try resize(path, to: 100_000_000)
        var options = LoopbackServer.Options()
        options.bodyLimit = 0
        let server = try LoopbackServer(options: options) { request, _ in .text("\(request.bodyLength)") }
        let api = try client(of: server)
        let endpoint = Endpoint<Int64>(.post, "/", body: .multipart([.text("a", "b"), .file("f", path)]))
        let peak = Lock(0)
        let before = ProcessUsage.now().residentBytes
        let watch = Task {
            while !Task.isCancelled {
                let now = ProcessUsage.now().residentBytes
                peak.withLock { $0 = max($0, now) }
                try await Task.sleep(for: .milliseconds(2))
            }
        }
        let progress: (@Sendable (TransferProgress) -> Void)? = hasProgress ? ProgressRecord().report : nil
        let length = try await api.upload(endpoint, progress: progress)
        watch.cancel()
        #expect(length > 100_000_000)
        #expect(peak.withLock { $0 } > 0)
        #expect(peak.withLock { $0 } - before < 16 << 20)
    }
}
