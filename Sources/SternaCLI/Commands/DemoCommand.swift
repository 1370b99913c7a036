import Sterna
import SternaImages
import SternaTesting

/// `sterna demo`: the main job of a client, against the demo API on this machine. What is printed comes from real
/// answers; the exit code is 0 only when each was as it should be.
struct DemoCommand: Sendable {
    /// An answer that was not as it should be.
    private struct Surprise: Error {
        let text: String
    }

    private let paint = Paint(.output)

    /// Runs all steps; one that fails does not stop the others.
    func run() async -> Int32 {
        do {
            let server = try DemoAPI.start()
            defer { server.stop() }
            let api = try APIClient(baseURL: server.url)
            try say("Sterna against the demo API at \(server.url)\n")
            let failures = try await failures(of: steps(api))
            try say(failures == 0 ? "\nAll was as it should be." : "\n\(failures) steps were not as they should be.")
            return failures == 0 ? 0 : 1
        } catch is ClosedPipe {
            return 0
        } catch is CancellationError {
            return 130
        } catch {
            try? DescriptorWriter.error.writeUncancelled("sterna: the demo cannot run: \(error)\n")
            return 1
        }
    }

    private typealias Step = (title: String, run: @Sendable () async throws -> String)

    private func failures(of steps: [Step]) async throws -> Int {
        var failures = 0
        for step in steps {
            let start = ContinuousClock.now
            let (mark, text) = await outcome(of: step)
            try Task.checkCancellation()
            if mark != "✓" { failures += 1 }
            let time = "\(Int((ContinuousClock.now - start) / .milliseconds(1))) ms"
            let title = step.title + String(repeating: " ", count: max(0, 22 - step.title.count))
            try say("  \(paint(mark == "✓" ? .green : .red, mark)) \(title) \(text)  \(paint(.dim, time))")
        }
        return failures
    }

    private func outcome(of step: Step) async -> (mark: String, text: String) {
        do {
            return ("✓", try await step.run())
        } catch let surprise as Surprise {
            return ("✗", surprise.text)
        } catch {
            return ("✗", String(describing: error))
        }
    }

    private func say(_ text: String) throws {
        try DescriptorWriter.output.write(text + "\n")
    }

    private static func expect(_ condition: Bool, _ text: String) throws {
        if !condition { throw Surprise(text: text) }
    }
}

// MARK: - The steps

extension DemoCommand {
    private func steps(_ api: APIClient) -> [Step] {
        reads(api) + writes(api) + photos(api) + downloads(api) + events(api) + faults(api)
    }

    private func reads(_ api: APIClient) -> [Step] {
        [
            (
                "GET /posts",
                {
                    let posts = try await api.send(.posts)
                    try Self.expect(posts.count == 100, "\(posts.count) posts instead of 100")
                    return "\(posts.count) posts, the first: “\(posts[0].title)”"
                }
            ),
            (
                "GET /posts/7",
                {
                    let post = try await api.send(.post(7))
                    try Self.expect(post.id == 7, "post \(post.id) came instead of 7")
                    return "post \(post.id) of user \(post.userId): “\(post.title)”"
                }
            ),
        ]
    }

    private func writes(_ api: APIClient) -> [Step] {
        [
            (
                "POST /posts",
                {
                    let new = NewPost(userId: 1, title: "Hello 👋", body: "from sterna demo")
                    let response = try await api.response(to: .create(new))
                    let post = response.value
                    try Self.expect(response.status == .created && post.id == 101, "\(response.status), id \(post.id)")
                    return "\(response.status.label): id \(post.id), “\(post.title)”"
                }
            ),
            (
                "PUT /posts/7",
                {
                    let new = Post(userId: 1, id: 7, title: "Replaced", body: "whole")
                    let post = try await api.send(.replace(new))
                    try Self.expect(post == new, "the server keeps \(post)")
                    return "replaced: “\(post.title)”"
                }
            ),
            (
                "PATCH /posts/7",
                {
                    let post = try await api.send(.retitle(7, "Changed"))
                    try Self.expect(post.title == "Changed" && post.id == 7, "the server keeps \(post)")
                    return "changed: “\(post.title)”"
                }
            ),
            (
                "DELETE /posts/7",
                {
                    let response = try await api.response(to: .delete(7))
                    return "\(response.status.label): gone"
                }
            ),
        ]
    }

    private func events(_ api: APIClient) -> [Step] {
        [
            (
                "live events",
                {
                    let start = ContinuousClock.now
                    var numbers: [Int] = []
                    var first: Duration?
                    for try await tick in api.events(.ticks) {
                        numbers.append(tick.number)
                        first = first ?? .now - start
                    }
                    try Self.expect(numbers == Array(1...6), "the events were \(numbers)")
                    let wait = Int((first ?? .zero) / .milliseconds(1))
                    return
                        "\(numbers.count) events, the first after \(wait) ms; cut off after 3, and gone on after them"
                }
            )
        ]
    }

    private func photos(_ api: APIClient) -> [Step] {
        [
            (
                "POST /photos",
                {
                    let (content, note) = try await Self.photo()
                    let seen = Lock<[TransferProgress]>([])
                    let photo = try await api.upload(.add(photo: content, title: "On the beach")) { progress in
                        seen.withLock { $0.append(progress) }
                    }
                    let (steps, last) = seen.withLock { ($0.count, $0.last) }
                    try Self.expect(last?.fraction == 1, "the progress ended at \(String(describing: last))")
                    let request = HTTPRequest(.get, try URI(photo.url))
                    let back = try await api.exchange(request).bytes
                    try Self.expect(back == content, "\(photo.url) holds \(back?.count ?? 0) other bytes")
                    let sent = ByteCount.text(last?.completed ?? 0)
                    return "id \(photo.id), \(photo.url): \(note), \(sent) sent in \(steps) steps"
                }
            ),
            (
                "a photo too large",
                {
                    let endpoint = Endpoint<Photo>.add(photo: Data(count: 5_200_000), title: "Too much")
                    let error = try await Self.error { try await api.upload(endpoint) }
                    try Self.expect(error.response?.status == 422, "\(error)")
                    return "\(error.kind.name), in the server's words: \(error.userMessage)"
                }
            ),
        ]
    }

    /// A picture of 12 megapixels as a camera might hand it over, made smaller; where there is no library for that,
    /// bytes in its place.
    private static func photo() async throws -> (content: Data, note: String) {
        let path = FileManager.default.temporaryDirectory.path + "/sterna-\(UUID().uuidString).tif"
        defer { try? FileManager.default.removeItem(atPath: path) }
        do {
            try DemoPicture(width: 4000, height: 3000).tiff.write(to: URL(fileURLWithPath: path))
            let photo = try await PhotoShrinker().shrink(path)
            try expect(photo.width == 1600 && photo.height == 1200, "it became \(photo.width) × \(photo.height)")
            return (photo.data, "4000 × 3000 pixels shrunk to \(photo.width) × \(photo.height)")
        } catch let failure as PhotoFailure where failure.reason == .missingLibrary {
            return (Data((0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }), "not shrunk: \(failure)")
        }
    }

    private func downloads(_ api: APIClient) -> [Step] {
        [
            (
                "a download, cut short",
                {
                    let folder = FileManager.default.temporaryDirectory.path + "/sterna-\(UUID().uuidString)"
                    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                    defer { try? FileManager.default.removeItem(atPath: folder) }
                    var options = DownloadOptions()
                    options.sha256 = try Digest.sha256(try await api.data(for: .bytes))
                    let download = try await api.download(.bytesCutShort, to: .folder(folder), options: options)
                    let statuses = download.response.attempts.compactMap { $0.status?.code }
                    try Self.expect(statuses == [200, 206], "the answers were \(statuses)")
                    return "\(ByteCount.text(download.bytes)) in 2 answers (200, 206), the SHA-256 is right"
                }
            )
        ]
    }

    private func faults(_ api: APIClient) -> [Step] {
        [
            (
                "an HTML error page",
                {
                    let error = try await Self.error { try await api.send(.brokenGateway) }
                    try Self.expect(error.kind == .server, "\(error)")
                    let page = error.response?.bytes.map { String(decoding: $0.prefix(15), as: UTF8.self) } ?? ""
                    return "\(error.kind.name), status \(error.response?.status.label ?? "?"), page kept: \(page)…"
                }
            ),
            (
                "a wrong type",
                {
                    let error = try await Self.error { try await api.send(.misread) }
                    try Self.expect(error.kind == .decoding && error.detail.contains("[0].id"), "\(error)")
                    return "\(error.kind.name): \(error.detail)"
                }
            ),
            (
                "a timeout of 300 ms",
                {
                    var slow = Endpoint<Post>.slow
                    slow.timeouts = Timeouts(total: .milliseconds(300))
                    let endpoint = slow
                    let error = try await Self.error { try await api.send(endpoint) }
                    try Self.expect(error.kind == .timedOut(.total), "\(error)")
                    return "\(Diagnostic.label(error.kind)): \(error.userMessage)"
                }
            ),
            (
                "a cancel after 100 ms",
                {
                    let task = Task { try await api.send(.slow) }
                    try await Task.sleep(for: .milliseconds(100))
                    task.cancel()
                    let result = await task.result
                    guard case .failure(let error) = result, error is CancellationError else {
                        throw Surprise(text: "\(result)")
                    }
                    return "CancellationError, not a network error"
                }
            ),
        ]
    }

    /// The error that a call must end with.
    private static func error(_ call: () async throws -> some Any) async throws -> APIError {
        do {
            let value = try await call()
            throw Surprise(text: "an answer came: \(value)")
        } catch let error as APIError {
            return error
        }
    }
}
