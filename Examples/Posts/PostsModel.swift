import Observation
import Sterna
import SternaUI

/// What the app shows, the same in SwiftUI and in a terminal: a list, one post of it, a photo on its way, the
/// network, and which server it all comes from.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@MainActor @Observable
final class PostsModel {
    /// A server that the app can talk to.
    struct Place: Sendable {
        let name: String
        let url: String
    }

    let posts: Loader<[Post]>
    let detail = Loader<Post> { throw CancellationError() }
    let change = Mutation()
    /// What is sent where there is no camera.
    static let sample = Data(count: 3_000_000)
    let upload = Uploader<Photo>()
    private(set) var place: Place
    /// Whether the person plays at having no network.
    private(set) var isOffline = false

    @ObservationIgnored private let places: [Place]
    @ObservationIgnored private var api: APIClient
    @ObservationIgnored private let plug: Plug

    /// A model of servers, of which the first is asked.
    init(_ places: [Place]) throws {
        let plug = Plug()
        self.plug = plug
        self.places = places
        place = places[0]
        let api = try Self.client(places[0], plug)
        self.api = api
        posts = Loader { try await api.send(.posts) }
    }

    private static func client(_ place: Place, _ plug: Plug) throws -> APIClient {
        try APIClient(baseURL: place.url) {
            $0.retry = .exponential(attempts: 2)
            $0.middlewares = [plug]
        }
    }

    /// Shows one post.
    func open(_ post: Post) async {
        let api = api
        await detail.reload { try await api.send(.post(post.id)) }
    }

    /// Adds a post at the top of the list at once; it goes again when the server refuses it.
    func create(_ title: String) async {
        let (api, new) = (api, NewPost(title: title, body: "Written in the app."))
        await change.run(on: posts) {
            $0.insert(Post(userId: new.userId, id: 0, title: new.title, body: new.body), at: 0)
        } send: {
            _ = try await api.send(.create(new))
        }
    }

    /// Sends a photo.
    func send(_ photo: Data) async {
        await upload.start(sender(of: photo))
    }

    /// What sends a photo, and tells how far it is.
    func sender(of photo: Data) -> Uploader<Photo>.Send {
        let api = api
        let form: MultipartForm = [
            .text("title", "From the app"),
            .data("photo", photo, fileName: "photo.jpg", contentType: MediaType("image/jpeg")),
        ]
        return { try await api.upload(.addPhoto, from: .multipart(form), progress: $0) }
    }

    /// Pulls the plug, or puts it back.
    func toggleNetwork() async {
        isOffline.toggle()
        await plug.pull(isOffline)
    }

    /// Goes on with the next server, from the beginning.
    func switchPlace() async {
        let next = (places.firstIndex { $0.url == place.url } ?? 0) + 1
        guard let api = try? Self.client(places[next % places.count], plug) else { return }
        place = places[next % places.count]
        self.api = api
        await posts.reload { try await api.send(.posts) }
    }
}

/// Refuses every call while it is pulled, as a client without a network does.
private actor Plug: Middleware {
    private var isPulled = false

    func pull(_ isPulled: Bool) {
        self.isPulled = isPulled
    }

    nonisolated func intercept(_ request: HTTPRequest, next: Next) async throws -> HTTPResponse {
        if await isPulled { throw APIError(.offline, "the plug is pulled", request: request) }
        return try await next(request)
    }
}
