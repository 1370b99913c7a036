import SternaTesting
import TestSupport
import Testing

@testable import Sterna

/// What was reported, in its order.
final class ProgressRecord: Sendable {
    private let list = Lock<[TransferProgress]>([])

    var all: [TransferProgress] { list.withLock { $0 } }
    var completed: [Int64] { all.map(\.completed) }

    var report: @Sendable (TransferProgress) -> Void {
        { progress in self.list.withLock { $0.append(progress) } }
    }
}

@Suite struct UploadTests {
    private static let sizes = [0, 1, 65_535, 65_536, 1_000_000]

    /// The bodies of `data`: in memory, in a file, as streams of a length that is known and one that is not.
    private static func bodies(_ data: Data, _ folder: TemporaryFolder) throws -> [HTTPBody] {
        try data.write(to: folder.url("body"))
        let streams = [Int64(data.count), nil].map { length in
            HTTPBody.chunks(length: length, isReplayable: true) {
                AsyncStream { continuation in
                    for start in stride(from: 0, to: data.count, by: 50_000) {
                        continuation.yield(data[start..<min(data.count, start + 50_000)])
                    }
                    continuation.finish()
                }
            }
        }
        return [.data(data), .file(folder.path("body"))] + streams
    }

    // B75
    @Test(arguments: sizes)
    func `progress begins at 0, only grows and ends at the total`(size: Int) async throws {
        let server = try LoopbackServer { request, _ in .text("\(request.bodyLength)") }
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let data = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        for body in try Self.bodies(data, folder) {
            let record = ProgressRecord()
            let endpoint = Endpoint<String>(.put, "/x")
            let answer = try await client(of: server).upload(endpoint, from: .body(body), progress: record.report)
            let atTheEnd = record.all
            #expect(answer == "\(size)")
            #expect(server.requests.last?.body == data)
            #expect(record.completed.first == 0)
            #expect(record.completed.last == Int64(size))
            #expect(zip(record.completed, record.completed.dropFirst()).allSatisfy { $0 < $1 })
            if body.length != nil { #expect(Set(record.all.map(\.total)) == [Int64(size)]) }
            #expect(size < 1_000_000 || record.all.count > 15)
            try await Task.sleep(for: .milliseconds(5))
            #expect(record.all == atTheEnd, "none after the end")
        }
    }

    // B74
    @Test(arguments: [65_535, 65_536, 200_000])
    func `a reader of few bytes at a time gets all of it`(size: Int) async throws {
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        let server = try LoopbackServer(script: [
            .slowRead(bytesPerTick: 2048, every: .milliseconds(1)), .send(answer), .hang,
        ])
        let form: MultipartForm = [
            .data("f", Data(count: size), fileName: "f"), .stream("s", isReplayable: true, Self.abc),
        ]
        let endpoint = Endpoint<String>(.post, "/x", body: .multipart(form))
        #expect(try await client(of: server).upload(endpoint) { _ in } == "ok")
        #expect((server.requests.first?.bodyLength ?? 0) > Int64(size))
    }

    private static let abc: @Sendable () -> AsyncStream<Data> = {
        AsyncStream { continuation in
            continuation.yield(Data("abc".utf8))
            continuation.finish()
        }
    }

    // B75
    @Test func `progress follows a slow reader`() async throws {
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        let mebibytes = (1...40).flatMap { [Script.Step.readBody(upTo: $0 << 20), .wait(.milliseconds(8))] }
        let server = try LoopbackServer(script: Script([.readHead] + mebibytes + [.send(answer), .hang]))
        let record = ProgressRecord()
        let moments = Lock<[ContinuousClock.Instant]>([])
        let endpoint = Endpoint<String>(.post, "/x", body: .data(Data(count: 40 << 20)))
        let text = try await client(of: server).upload(endpoint) { progress in
            record.report(progress)
            moments.withLock { $0.append(.now) }
        }
        #expect(text == "ok")
        #expect(record.completed.last == 40 << 20)
        let times = moments.withLock { $0 }
        // What fits into the buffers of the sockets goes at once, the rest at the pace of the reader.
        #expect(times[times.count - 1] - times[0] > .milliseconds(100))
    }

    // B75
    @Test func `progress starts again when the body is sent again`() async throws {
        let server = try LoopbackServer { request, _ in
            request.path == "/a" ? Answer(307, fields: [.init("Location", "/b")]) : .text("ok")
        }
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write("f", String(repeating: "x", count: 200_000))
        let record = ProgressRecord()
        let form: MultipartForm = [.text("a", "b"), .file("f", path)]
        let endpoint = Endpoint<String>(.post, "/a", body: .multipart(form))
        #expect(try await client(of: server).upload(endpoint, progress: record.report) == "ok")
        let total = try #require(record.all.last?.total)
        #expect(record.completed.count { $0 == 0 } == 2)
        #expect(record.completed.last == total)
        let second = record.completed.drop { $0 == 0 }.drop { $0 > 0 }
        #expect(second.first == 0)
        #expect(zip(second, second.dropFirst()).allSatisfy { $0 < $1 })
        #expect(server.requests.map(\.bodyLength) == [total, total])
        #expect(server.requests.first?.body == server.requests.last?.body)
    }

    @Test(arguments: [false, true])
    func `a form is sent again with the renewed credential, unless a part cannot be`(isReplayable: Bool) async throws {
        let server = try LoopbackServer { request, _ in
            request["Authorization"] == "Bearer new" ? .text("ok") : Answer(401)
        }
        let api = try client(of: server) {
            $0.authentication = .bearer(current: { AccessToken("old") }, refresh: { _ in AccessToken("new") })
        }
        let part = MultipartForm.Part.stream("f", fileName: "s", isReplayable: isReplayable, Self.abc)
        let form: MultipartForm = [.text("a", "b"), part]
        let endpoint = Endpoint<String>(.post, "/", body: .multipart(form), requiresAuthentication: true)
        if isReplayable {
            #expect(try await api.upload(endpoint) == "ok")
            #expect(
                server.requests.map(\.bodyLength) == [server.requests[0].bodyLength, server.requests[0].bodyLength])
        } else {
            #expect(await failure { try await api.upload(endpoint) }?.kind == .bodyNotReplayable)
        }
    }

    @Test func `an upload has no limit in all unless its endpoint sets one`() async throws {
        let mock = MockTransport { .text("ok", to: $0) }
        let api = try APIClient(baseURL: "https://a.test", transport: mock) { $0.timeouts.total = .seconds(5) }
        var endpoint = Endpoint<String>(.put, "/", body: .text("x"))
        _ = try await api.upload(endpoint)
        endpoint.timeouts = Timeouts(total: .seconds(7))
        _ = try await api.upload(endpoint)
        _ = try await api.send(Endpoint<String>(.put, "/", body: .text("x")))
        let limits = mock.requests.map { request in request.timeouts.total.map { ($0 / .seconds(1)).rounded() } }
        #expect(limits == [nil, 7, 5])
        #expect(mock.requests[0].deadline == nil)
    }

    @Test func `the answer comes with its status and fields, and nothing cannot be uploaded`() async throws {
        let server = try LoopbackServer { _, _ in .json(#"{"a":1}"#, status: 201, fields: [.init("Location", "/1")]) }
        let api = try client(of: server)
        let endpoint = Endpoint<Thing>(.post, "/")
        let response = try await api.response(uploading: endpoint, from: .text("x"))
        #expect(response.value == Thing(a: 1))
        #expect(response.status == .created)
        #expect(await failure { try await api.upload(endpoint) }?.kind == .invalidRequest)
        #expect(server.requests.count == 1)
    }

    // B77
    @Test func `nothing is waited for before the body`() async throws {
        let server = try LoopbackServer { request, _ in .text(request["Expect"] ?? "none") }
        let start = ContinuousClock.now
        let endpoint = Endpoint<String>(
            .post, "/", body: .multipart([.data("f", Data(count: 2_000_000), fileName: "f")]))
        #expect(try await client(of: server).upload(endpoint) { _ in } == "none")
        #expect(ContinuousClock.now - start < .milliseconds(900))
    }

    @Test func `an answer before the body was read is the answer, with its body`() async throws {
        for isRefusal in [true, false] {
            let status = isRefusal ? "413 Content Too Large" : "200 OK"
            let head =
                "HTTP/1.1 \(status)\r\nContent-Type: text/plain\r\nContent-Length: 8\r\nConnection: close\r\n\r\n"
            let server = try LoopbackServer(script: [
                .readHead, .readBody(upTo: 65_536), .send(head + "too much"), .close,
            ])
            let record = ProgressRecord()
            let endpoint = Endpoint<String>(.post, "/", body: .data(Data(count: 64 << 20)))
            let api = try client(of: server) { $0.retry = .never }
            if isRefusal {
                let error = await failure { try await api.upload(endpoint, progress: record.report) }
                #expect(error?.kind == .rejected)
                #expect(error?.response?.bytes == Data("too much".utf8))
            } else {
                #expect(try await api.upload(endpoint, progress: record.report) == "too much")
            }
            #expect((record.completed.last ?? 0) < 64 << 20)
            let atTheEnd = record.all
            try await Task.sleep(for: .milliseconds(50))
            #expect(record.all == atTheEnd)
        }
    }

    @Test func `a cancel within an upload closes the connection and ends the progress`() async throws {
        let server = try LoopbackServer(script: [.readHead, .hang])
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write("f", String(repeating: "x", count: 32 << 20))
        let record = ProgressRecord()
        let api = try client(of: server)
        let endpoint = Endpoint<Void>(.post, "/", body: .multipart([.file("f", path)]))
        let call = Task { try await api.upload(endpoint, progress: record.report) }
        await server.waitForRequests(1)
        while (record.completed.last ?? 0) == 0 { try await Task.sleep(for: .milliseconds(1)) }
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(await server.waitForClose())
        let atTheEnd = record.all
        #expect((record.completed.last ?? 0) < 32 << 20)
        try await Task.sleep(for: .milliseconds(20))
        #expect(record.all == atTheEnd)
        #expect(ProcessUsage.now().descriptors < 200)
    }

    @Test func `thirty uploads at a time arrive whole, each with its own progress`() async throws {
        let server = try LoopbackServer { request, _ in .text("\(request.body.reduce(0) { $0 &+ Int($1) })") }
        let api = try client(of: server)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...30 {
                group.addTask {
                    let record = ProgressRecord()
                    let data = Data(repeating: UInt8(number), count: 100_000 + number)
                    let endpoint = Endpoint<String>(.put, "/", body: .data(data))
                    let sum = try await api.upload(endpoint, progress: record.report)
                    #expect(sum == "\(number * data.count)")
                    #expect(record.completed.last == Int64(data.count))
                }
            }
            try await group.waitForAll()
        }
    }
}
