import Sterna

struct Post: Codable, Identifiable, Sendable {
    let userId, id: Int
    let title, body: String
}

struct NewPost: Codable, Sendable {
    var title, body: String
    var userId = 1
}

struct Comment: Codable, Identifiable, Sendable {
    let postId, id: Int
    let email, body: String
}

struct User: Codable, Identifiable, Sendable {
    let id: Int
    let name, email: String
}

struct Todo: Codable, Identifiable, Sendable {
    let userId, id: Int
    let title: String
    let completed: Bool
}
