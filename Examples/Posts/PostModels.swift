import Sterna

struct Post: Codable, Identifiable, Hashable, Sendable {
    let userId, id: Int
    let title, body: String
}

struct NewPost: Codable, Sendable {
    var title, body: String
    var userId = 1
}

struct Photo: Decodable, Hashable, Sendable {
    let id: Int
    let url: String
}

extension Endpoint where Response == [Post] {
    static let posts = Endpoint(.get, "/posts")
}

extension Endpoint where Response == Post {
    static func post(_ id: Int) -> Endpoint { Endpoint(.get, "/posts/\(id)") }
    static func create(_ post: NewPost) -> Endpoint {
        Endpoint(.post, "/posts", body: .json(post), accepts: .created)
    }
}

extension Endpoint where Response == Photo {
    static let addPhoto = Endpoint(.post, "/photos", accepts: .created)
}
