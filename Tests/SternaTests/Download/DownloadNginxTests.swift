import Sterna
import SternaTesting
import TestSupport
import Testing

@testable import Sterna

/// Downloads from nginx, whose ranges and conditions are a real server's.
struct DownloadNginxTests {
    private let place: DownloadPlace

    init() throws {
        place = try DownloadPlace()
    }

    /// Leaves `count` bytes of `/big`, noted under what `fields` say of their version.
    private func leave(_ count: Int, _ fields: HTTPFields, of url: URI) throws {
        let response = HTTPResponse(status: 200, fields: fields, url: url)
        let note = try #require(ResumeNote(response, to: HTTPRequest(.get, url)))
        try note.data.write(to: place.folder.url("file.bin.part.json"))
        try Nginx.big.prefix(count).write(to: place.folder.url("file.bin.part"))
    }

    private func api() async throws -> APIClient {
        try APIClient(baseURL: try await Nginx.shared().url) { $0.transport.proxy = .none }
    }

    private let big = Endpoint<Data>(.get, "/big")

    @Test func `a file is saved, and its digest is right`() async throws {
        var options = DownloadOptions()
        options.sha256 = try Digest.sha256(Nginx.big)
        let download = try await api().download(big, to: .folder(place.folder.path), options: options)
        #expect(download.path.hasSuffix("/big") && download.bytes == Int64(Nginx.bigSize) && place.names == ["big"])
    }

    @Test(arguments: [true, false], [1, 3_000_000, Nginx.bigSize - 1, Nginx.bigSize])
    func `a part is completed, by its tag or its date`(_ isTagged: Bool, _ count: Int) async throws {
        let api = try await api()
        let head = try await api.response(to: Endpoint<Void>(.head, "/big"))
        var fields = head.fields
        if !isTagged { fields[.eTag] = nil }
        if !isTagged { fields[.date] = "Fri, 31 Dec 9999 23:59:59 GMT" }
        try leave(count, fields, of: head.url)
        // A tag in an answer to a date says that the note is of another version, which had none. 416 comes without.
        let isKept = isTagged || count == Nginx.bigSize
        let download = try await api.download(big, to: place.target)
        #expect(try place.data() == Nginx.big && place.names == ["file.bin"])
        #expect(download.continuedFrom == (isKept ? Int64(count) : 0))
        let status: HTTPStatus = !isKept ? 200 : count == Nginx.bigSize ? 416 : 206
        #expect(download.response.status == status)
    }

    @Test func `a part of another version is taken anew`() async throws {
        let api = try await api()
        let url = try URI(try await Nginx.shared().url + "/big")
        try leave(3_000_000, ["ETag": "\"other\"", "Content-Length": "\(Nginx.bigSize)"], of: url)
        let download = try await api.download(big, to: place.target)
        #expect(download.continuedFrom == 0 && download.response.status == 200 && download.response.attempts.count == 1)
        #expect(try place.data() == Nginx.big)
    }

    @Test func `many downloads at a time arrive whole, over TLS too`() async throws {
        let authority = try await TestAuthority.shared()
        let api = try APIClient(baseURL: try await Nginx.shared().secureURL) {
            $0.transport.proxy = .none
            $0.transport.tls.authorities = authority.certificate
        }
        var options = DownloadOptions()
        options.sha256 = try Digest.sha256(Nginx.big)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask { [place, options, big] in
                    _ = try await api.download(big, to: .file(place.folder.path("\(number)")), options: options)
                }
            }
            try await group.waitForAll()
        }
        #expect(place.names.count == 8)
    }
}

struct ProgressMeterTests {
    private let start = ContinuousClock.now

    @Test func `it speaks once in an interval, and tells the rate of the last five seconds`() {
        var meter = ProgressMeter(interval: .milliseconds(100))
        #expect(meter.start(1000, of: 100_000, at: start) == TransferProgress(completed: 1000, total: 100_000))
        #expect(meter.note(1500, of: 100_000, at: start + .milliseconds(99)) == nil)
        let first = meter.note(2000, of: 100_000, at: start + .milliseconds(100))
        #expect(first == TransferProgress(completed: 2000, total: 100_000, rate: 10_000))
        #expect(first?.timeLeft == .seconds(9.8))
        for second in 1...20 { _ = meter.note(2000, of: 100_000, at: start + .seconds(second)) }
        #expect(meter.last(2000, of: 100_000, at: start + .seconds(21)).rate == 0)
        #expect(meter.last(2000, of: 100_000, at: start + .seconds(21)).timeLeft == nil)
    }

    @Test func `a new start measures anew`() {
        var meter = ProgressMeter(interval: .zero)
        _ = meter.start(0, of: nil, at: start)
        _ = meter.note(5_000_000, of: nil, at: start + .seconds(1))
        _ = meter.start(0, of: nil, at: start + .seconds(2))
        #expect(meter.note(700, of: nil, at: start + .seconds(3))?.rate == 700)
        #expect(meter.note(800, of: nil, at: start + .seconds(3))?.rate == 800)
    }
}
