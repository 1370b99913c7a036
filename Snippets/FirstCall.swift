// The first call: a list of typed posts.
import Sterna

struct Post: Codable, Identifiable, Sendable {
    let userId, id: Int
    let title, body: String
}

extension Endpoint where Response == [Post] {
    static let posts = Endpoint(.get, "/posts")
}

let api = try APIClient(baseURL: "https://jsonplaceholder.typicode.com")
let posts = try await api.send(.posts)
// snippet.hide
print(posts.count)
