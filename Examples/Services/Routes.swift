import Sterna

extension Endpoint where Response == [Post] {
    static var posts: Endpoint { Endpoint(.get, "/posts") }
    static func posts(of user: Int) -> Endpoint { Endpoint(.get, "/posts", query: [QueryItem("userId", user)]) }
}

extension Endpoint where Response == Post {
    static func post(_ id: Int) -> Endpoint { Endpoint(.get, "/posts/\(id)") }
    static func create(_ post: NewPost) -> Endpoint { Endpoint(.post, "/posts", body: .json(post), accepts: .created) }
    static func update(_ post: Post) -> Endpoint { Endpoint(.put, "/posts/\(post.id)", body: .json(post)) }
    static func rename(_ id: Int, _ title: String) -> Endpoint {
        Endpoint(.patch, "/posts/\(id)", body: .json(["title": title]))
    }
}

extension Endpoint where Response == Void {
    static func delete(_ id: Int) -> Endpoint { Endpoint(.delete, "/posts/\(id)") }
}

extension Endpoint where Response == [Comment] {
    static func comments(of post: Int) -> Endpoint { Endpoint(.get, "/posts/\(post)/comments") }
}

extension Endpoint where Response == [User] {
    static var users: Endpoint { Endpoint(.get, "/users") }
}

extension Endpoint where Response == [Todo] {
    static func todos(of user: Int) -> Endpoint { Endpoint(.get, "/todos", query: [QueryItem("userId", user)]) }
}
