import Sterna
import SternaTesting
import TestSupport
import Testing

/// A file as a server has it, and the answers about it, right and wrong.
struct RangedFile: Sendable {
    var bytes: Data
    var fields: [Answer.Field] = [.init("ETag", "\"1\""), .init("Accept-Ranges", "bytes")]

    init(_ count: Int = 300_000, seed: Int = 1, fields: [Answer.Field]? = nil) {
        bytes = Data((0..<count).map { UInt8(truncatingIfNeeded: ($0 &* 31 &+ seed &* 7) >> ($0 & 3)) })
        if let fields { self.fields = fields }
    }

    /// What a good server answers.
    func answer(_ request: ReceivedRequest) -> Answer {
        guard let start = Self.start(request) else { return whole() }
        let tag = fields.first { $0.name == "ETag" }?.value
        guard request["If-Range"].map({ $0 == tag }) ?? true else { return whole() }
        guard start < bytes.count else { return beyond() }
        return part(from: start)
    }

    func whole(_ more: [Answer.Field] = []) -> Answer { Answer(200, fields: fields + more, body: bytes) }

    /// The whole is promised, and the connection ends early.
    func whole(cutAt count: Int) -> Answer {
        let lines = fields.map { "\($0.name): \($0.value)\r\n" }.joined()
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(bytes.count)\r\n\(lines)\r\n"
        return .script([.send(head), .send(bytes.prefix(count)), .close])
    }

    func part(from start: Int, range: String? = nil, fields own: [Answer.Field]? = nil) -> Answer {
        let range = range ?? "bytes \(start)-\(bytes.count - 1)/\(bytes.count)"
        return Answer(206, fields: (own ?? fields) + [.init("Content-Range", range)], body: bytes.dropFirst(start))
    }

    func beyond(_ length: String? = nil, fields own: [Answer.Field]? = nil) -> Answer {
        Answer(416, fields: (own ?? fields) + [.init("Content-Range", "bytes */\(length ?? "\(bytes.count)")")])
    }

    /// The first byte that a request asks for; `nil` of the whole.
    static func start(_ request: ReceivedRequest) -> Int? {
        request["Range"].flatMap { Int($0.dropFirst("bytes=".count).prefix { $0 != "-" }) }
    }

    /// A server whose first answer is cut, and whose later ones `answer` gives.
    func server(
        cutAt count: Int, then answer: @escaping @Sendable (ReceivedRequest) -> Answer
    ) throws -> LoopbackServer {
        try LoopbackServer { [self] request, _ in request.number == 1 ? whole(cutAt: count) : answer(request) }
    }
}

/// A folder for downloads, and a client whose waits take no time.
struct DownloadPlace {
    let folder: TemporaryFolder
    let clock = ManualClock(autoAdvance: .upTo(.seconds(61)))

    init() throws {
        folder = try TemporaryFolder()
    }

    var path: String { folder.path("file.bin") }
    var target: DownloadTarget { .file(path) }
    var part: String { folder.path("file.bin.part") }
    /// The names of all that lies in the folder.
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted() }
    /// What lies under a name.
    func data(_ name: String = "file.bin") throws -> Data { try Data(contentsOf: folder.url(name)) }

    func client(_ server: LoopbackServer, _ change: (inout APIConfiguration) -> Void = { _ in }) throws -> APIClient {
        try APIClient(baseURL: server.url) {
            $0.clock = clock
            $0.random = { 1 }
            change(&$0)
        }
    }

    /// Downloads, and tells the server's file from others.
    @discardableResult
    func download(
        from server: LoopbackServer, retry: RetryPolicy = RetryPolicy(), options: DownloadOptions = DownloadOptions(),
        to target: DownloadTarget? = nil, path: EndpointPath = "/file.bin",
        progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws -> Download {
        try await client(server) { $0.retry = retry }
            .download(Endpoint<Data>(.get, path), to: target ?? self.target, options: options, progress: progress)
    }
}
