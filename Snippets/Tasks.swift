// snippet.hide
import Sterna

struct Post: Codable, Identifiable, Sendable {
    let userId, id: Int
    let title, body: String
}

struct NewPost: Codable, Sendable {
    var title, body: String
}

// snippet.show
// snippet.routes
extension Endpoint where Response == Post {
    static func post(_ id: Int) -> Endpoint { Endpoint(.get, "/posts/\(id)") }
    static func create(_ post: NewPost) -> Endpoint {
        Endpoint(.post, "/posts", body: .json(post), accepts: .created)
    }
}

extension Endpoint where Response == [Post] {
    static func posts(of user: Int) -> Endpoint { Endpoint(.get, "/posts", query: [QueryItem("userId", user)]) }
}

extension Endpoint where Response == Void {
    static func delete(_ id: Int) -> Endpoint { Endpoint(.delete, "/posts/\(id)") }
}
// snippet.end

func configure() throws -> APIClient {
    // snippet.configure
    let api = try APIClient(baseURLKey: "API_BASE_URL") {
        $0.json.keys = .snakeCase
        $0.fields["X-App"] = "Posts"
        $0.timeouts.total = .seconds(20)
    }
    // snippet.end
    return api
}

func behave(_ tokens: any TokenStore, _ renew: @escaping @Sendable (AccessToken) async throws -> AccessToken?) throws {
    // snippet.behave
    let api = try APIClient(baseURL: "https://api.example.com") {
        $0.retry = .exponential(attempts: 3)  // the default; never a POST that may have been done
        $0.generatesIdempotencyKeys = true  // with it, a POST can be sent again
        $0.authentication = .bearer(store: tokens, refresh: renew)  // renewed once for all who wait
        $0.circuitBreaker = CircuitBreakerPolicy()
        $0.offline = .wait(upTo: .seconds(20))  // or .failAtOnce()
        $0.rateLimit = .calls(10, per: .seconds(1))
    }
    // snippet.end
    _ = api
}

func handle(_ api: APIClient) async throws {
    // snippet.errors
    do {
        let post = try await api.send(.post(1))
        print(post.title)
    } catch let error as APIError {
        print(error.userMessage)  // for the person, in their language
        print(error.kind, error.detail, error.suggestion)  // for the log
        if error.kind == .unauthorized { print("sign in again") }
    } catch is CancellationError {
        // The task ended; so did the request, on the wire.
    }
    // snippet.end
}

struct Tick: Codable, Sendable {
    let number: Int
}

// snippet.events
extension Endpoint where Response == ServerEvent { static let live = Endpoint(.get, "/events") }
extension Endpoint where Response == Tick { static let ticks = Endpoint(.get, "/events") }

func follow(_ api: APIClient) async throws {
    for try await event in api.events(.live) { print(event.id, event.name, event.data) }
    for try await tick in api.events(.ticks) { print(tick.number) }  // the data of each event as a value
    for try await tick in api.jsonLines(.ticks) { print(tick.number) }  // one JSON text on each line
}
// snippet.end

func stream(_ api: APIClient) async throws {
    // snippet.stream
    let response = try await api.stream(Endpoint<Data>(.get, "/bytes/1000000"))
    if case .stream(let body) = response.body {
        for try await chunk in body { print(chunk.count) }  // the server waits for you
    }
    // snippet.end
}

struct Photo: Decodable, Sendable {
    let id: Int
    let url: String
}

func send(_ api: APIClient, photo path: String) async throws {
    // snippet.form
    let addPhoto = Endpoint<Photo>(.post, "/photos", accepts: .created)
    let form: MultipartForm = [
        .text("title", "On the beach"),
        .file("photo", path, contentType: MediaType("image/jpeg")),
    ]
    let photo = try await api.upload(addPhoto, from: .multipart(form)) { progress in
        print(progress.completed, progress.total ?? 0)
    }
    print(photo.id, photo.url)
    // snippet.end
}

func upload(_ api: APIClient) async throws {
    // snippet.upload
    let archive = Endpoint<Void>(.put, "/anything/backup", body: .file("/tmp/backup.tar"))
    try await api.upload(archive)  // read while it is sent, for as long as it takes
    // snippet.end
}

func download(_ api: APIClient) async throws {
    // snippet.download
    let backup = Endpoint<Data>(.get, "/bytes/1000000")
    let download = try await api.download(backup, to: .file("/tmp/backup.tar")) { progress in
        print(progress.completed, progress.total ?? 0, progress.timeLeft ?? .zero)
    }
    print(download.path, download.bytes)  // complete; a later call goes on with what an earlier one has left
    // snippet.end
}

func record() async throws {
    // snippet.record
    let recorder = ExchangeRecorder()
    let api = try APIClient(baseURL: "https://api.example.com") { $0.recorder = recorder }
    _ = try await api.send(.posts(of: 1))
    try HAR(recorder.exchanges).write(to: "session.har")
    // snippet.end
}

func readMany(_ api: APIClient, _ ids: [Int]) async throws -> [Post] {
    // snippet.many
    let posts = try await api.withTransportExecutor {  // on the thread that carries the calls
        try await withThrowingTaskGroup(of: Post.self) { group in
            for id in ids { group.addTask { try await api.send(.post(id)) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
    // snippet.end
    return posts
}
