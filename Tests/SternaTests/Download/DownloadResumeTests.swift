import Sterna
import SternaTesting
import TestSupport
import Testing

@testable import Sterna

/// What a server may answer to a download that goes on.
struct DownloadResumeTests {
    private let place: DownloadPlace
    private let file = RangedFile()
    private let newer = RangedFile(250_000, seed: 2, fields: [.init("ETag", "\"2\"")])

    init() throws {
        place = try DownloadPlace()
    }

    /// What comes of a download that was cut and then gets this answer, and after that what the file's server gives.
    private func outcome(
        of server: RangedFile? = nil, _ answer: @escaping @Sendable (ReceivedRequest) -> Answer
    ) async throws -> (ranges: [String?], content: Data) {
        let now = server ?? file
        let loopback = try file.server(cutAt: 120_000) { $0.number == 2 ? answer($0) : now.answer($0) }
        try await place.download(from: loopback)
        #expect(place.names == ["file.bin"])
        return (loopback.requests.map { $0["Range"] }, try place.data())
    }

    // B78
    @Test func `200 to a range starts from zero`() async throws {
        let (ranges, content) = try await outcome { [file] _ in file.whole() }
        #expect(content == file.bytes && ranges == [nil, "bytes=120000-"])
    }

    // B78
    @Test func `200 that says of itself that it is a part is asked for again, whole`() async throws {
        let (ranges, content) = try await outcome { [file] _ in
            var answer = file.part(from: 120_000)
            answer.status = 200
            return answer
        }
        #expect(content == file.bytes && ranges == [nil, "bytes=120000-", nil])
    }

    // B78
    @Test(arguments: ["bytes 0-299999/300000", "bytes 120001-299999/300000", "bytes */300000", "junk"])
    func `206 with a wrong range is not appended`(_ range: String) async throws {
        let (ranges, content) = try await outcome { [file] _ in file.part(from: 120_000, range: range) }
        #expect(content == file.bytes && ranges == [nil, "bytes=120000-", nil])
    }

    // B78
    @Test func `206 without a range, and in several parts, is not appended`() async throws {
        for type in ["text/plain", "multipart/byteranges; boundary=b"] {
            let (ranges, content) = try await outcome { [file] _ in
                Answer(206, fields: file.fields + [.init("Content-Type", type)], body: file.bytes.dropFirst(120_000))
            }
            #expect(content == file.bytes && ranges == [nil, "bytes=120000-", nil])
            try FileManager.default.removeItem(atPath: place.path)
        }
    }

    // B78
    @Test func `416 of another length, 304 and 412 start from zero`() async throws {
        for answer in [newer.beyond(), file.beyond("7"), Answer(416), Answer(304), Answer(412)] {
            let (ranges, content) = try await outcome(of: newer) { _ in answer }
            #expect(content == newer.bytes && ranges == [nil, "bytes=120000-", nil])
            try FileManager.default.removeItem(atPath: place.path)
        }
    }

    // B78
    @Test func `a part that was complete already becomes the file`() async throws {
        let server = try LoopbackServer { [file] request, _ in file.answer(request) }
        let url = try URI(server.url + "/file.bin")
        let response = HTTPResponse(status: 200, fields: ["ETag": "\"1\"", "Content-Length": "300000"], url: url)
        let note = try #require(ResumeNote(response, to: HTTPRequest(.get, url)))
        try note.data.write(to: place.folder.url("file.bin.part.json"))
        try file.bytes.write(to: place.folder.url("file.bin.part"))
        var options = DownloadOptions()
        options.sha256 = try Digest.sha256(file.bytes)
        let download = try await place.download(from: server, options: options)
        #expect(download.continuedFrom == 300_000 && download.response.status == 416)
        #expect(try place.data() == file.bytes && place.names == ["file.bin"] && server.requestCount == 1)
    }

    // B79
    @Test func `a file that has changed is taken anew, whether the server heeds If-Range or not`() async throws {
        let (ranges, content) = try await outcome(of: newer) { [newer] in newer.answer($0) }
        #expect(content == newer.bytes && ranges == [nil, "bytes=120000-"])
        for tag in ["\"2\"", "W/\"1\"", nil] {
            try FileManager.default.removeItem(atPath: place.path)
            let fields = tag.map { [Answer.Field("ETag", $0)] } ?? []
            let (ranges, content) = try await outcome(of: newer) { [newer] _ in
                newer.part(from: 120_000, fields: fields)
            }
            #expect(content == newer.bytes && ranges == [nil, "bytes=120000-", nil])
        }
    }

    // B79
    @Test func `without a strong validator nothing is put together`() async throws {
        let now = Answer.Field("Date", "Sun, 06 Nov 1994 08:49:37 GMT")
        let same = Answer.Field("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT")
        for fields in [[.init("ETag", "W/\"1\"")], [], [now, same]] as [[Answer.Field]] {
            let file = RangedFile(fields: fields)
            let server = try file.server(cutAt: 120_000) { file.answer($0) }
            try await place.download(from: server)
            #expect(server.requests.map { $0["Range"] } == [nil, nil])
            #expect(try place.data() == file.bytes)
            try FileManager.default.removeItem(atPath: place.path)
        }
    }

    // B79
    @Test func `a date that is strong is one to go on with`() async throws {
        let changed = "Sun, 06 Nov 1994 08:49:37 GMT"
        let dates: [Answer.Field] = [.init("Last-Modified", changed), .init("Date", "Sun, 06 Nov 1994 09:00:00 GMT")]
        let file = RangedFile(fields: dates)
        let server = try file.server(cutAt: 120_000) { _ in file.part(from: 120_000) }
        try await place.download(from: server)
        #expect(server.requests[1]["If-Range"] == changed)
        #expect(try place.data() == file.bytes)
    }

    @Test func `a server that gives less than it was asked for is asked for the rest`() async throws {
        let server = try file.server(cutAt: 120_000) { [file] request in
            let start = RangedFile.start(request) ?? 0
            let end = min(300_000, start + 70_000)
            return Answer(
                206, fields: file.fields + [.init("Content-Range", "bytes \(start)-\(end - 1)/300000")],
                body: file.bytes[start..<end])
        }
        let download = try await place.download(from: server)
        #expect(try place.data() == file.bytes && download.response.attempts.count == 4)
    }

    @Test func `a body that is longer than promised spoils the file`() async throws {
        let transport = MockTransport { request in
            .stream(
                [Data(count: 60), Data(count: 50)], fields: ["Content-Length": "100", "ETag": "\"1\""], to: request)
        }
        let api = try APIClient(baseURL: "http://h", transport: transport)
        let error = await failure { try await api.download(Endpoint<Data>(.get, "/"), to: place.target) }
        #expect(error?.kind == .malformedResponse && place.names.isEmpty && transport.requests.count == 1)
    }

    @Test func `a body that a transport ends too early is truncated, and goes on`() async throws {
        let transport = MockTransport { [file] request in
            let start = Int(request.fields[.range]?.dropFirst(6).dropLast() ?? "0") ?? 0
            var fields: HTTPFields = ["Content-Length": "\(300_000 - start)", "ETag": "\"1\""]
            if start > 0 { fields["Content-Range"] = "bytes \(start)-299999/300000" }
            let piece = Data(file.bytes.dropFirst(start).prefix(100_000))
            return .stream([piece], status: start > 0 ? 206 : 200, fields: fields, to: request)
        }
        let api = try APIClient(baseURL: "http://h", transport: transport) { [place] in $0.clock = place.clock }
        let download = try await api.download(Endpoint<Data>(.get, "/"), to: place.target)
        #expect(try place.data() == file.bytes)
        #expect(download.response.attempts.map(\.failure) == [.truncated, .truncated, nil])
    }

    @Test func `the digest spans what earlier calls brought`() async throws {
        var options = DownloadOptions()
        options.sha256 = try Digest.sha256(file.bytes)
        let server = try file.server(cutAt: 120_000) { [file] in file.answer($0) }
        _ = await failure { try await place.download(from: server, retry: .never, options: options) }
        #expect(try await place.download(from: server, options: options).continuedFrom == 120_000)
        #expect(try place.data() == file.bytes)
        options.overwrites = true
        options.sha256 = try Digest.sha256(newer.bytes)
        let again = try file.server(cutAt: 120_000) { [file] in file.answer($0) }
        let error = await failure { try await place.download(from: again, options: options) }
        let mismatch = try #require(error?.underlying as? DigestMismatch)
        let actual = try Digest.sha256(file.bytes)
        #expect(error?.kind == .malformedResponse && mismatch.actual == actual)
        #expect(try place.names == ["file.bin"] && place.data() == file.bytes)
    }

    @Test func `a note that is damaged, or of somebody else, is no note`() async throws {
        for text in ["", "{", "{}", "[1]", #"{"url":"x"}"#, String(repeating: " ", count: 70_000) + "{}"] {
            let server = try LoopbackServer { [file] request, _ in file.answer(request) }
            try place.folder.write("file.bin.part", "other bytes")
            try place.folder.write("file.bin.part.json", text)
            try await place.download(from: server)
            #expect(server.requests[0]["Range"] == nil)
            #expect(try place.data() == file.bytes && place.names == ["file.bin"])
            try FileManager.default.removeItem(atPath: place.path)
        }
    }

    @Test func `a limit stops the download before and within the body`() async throws {
        var options = DownloadOptions()
        options.limit = 100_000
        let known = try LoopbackServer { [file] request, _ in file.answer(request) }
        #expect(await failure { try await place.download(from: known, options: options) }?.kind == .tooLarge)
        let endless = try LoopbackServer { _, _ in .chunks { _ in Data(count: 10_000) } }
        #expect(await failure { try await place.download(from: endless, options: options) }?.kind == .tooLarge)
        #expect(place.names.isEmpty)
    }
}
