// snippet.hide
import Sterna
import SternaUI

struct Post: Codable, Identifiable, Sendable {
    let userId, id: Int
    let title, body: String
}

@MainActor func screens(_ api: APIClient) async {
    // snippet.show
    // snippet.loader
    let posts = Loader { try await api.send(Endpoint<[Post]>(.get, "/posts")) }
    await posts.load()  // the screen's task
    switch posts.state {
    case .idle, .loading: print("…")  // posts.value has what was there before
    case .success(let posts): print(posts.count)
    case .failure(let failure, _): print(failure.message)  // for people; posts.reload() tries again
    }
    // snippet.end
}
