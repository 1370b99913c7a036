import Sterna

/// A post of the demo API.
struct Post: Codable, Identifiable, Hashable, Sendable {
    let userId: Int
    let id: Int
    let title: String
    let body: String
}

/// A post that the server has not numbered yet.
struct NewPost: Encodable, Hashable, Sendable {
    let userId: Int
    let title: String
    let body: String
}

/// What `PATCH` changes of a post.
struct PostChange: Encodable, Hashable, Sendable {
    let title: String
}

/// A post as a client with a mistake sees it: `id` is a number in truth.
struct MisreadPost: Decodable, Sendable {
    let id: String
}

/// A photo that the server has taken.
struct Photo: Decodable, Hashable, Sendable {
    let id: Int
    let url: String
}

extension Endpoint where Response == Photo {
    static func add(photo: Data, title: String) -> Endpoint {
        let form: MultipartForm = [
            .text("title", title),
            .data("photo", photo, fileName: "beach.jpg", contentType: MediaType("image/jpeg")),
        ]
        return Endpoint(.post, "/photos", body: .multipart(form), accepts: .created)
    }
}

/// An event of the demo API's clock.
struct Tick: Decodable, Hashable, Sendable {
    let number: Int
    let of: Int
}

extension Endpoint where Response == Tick {
    /// Six events; the server hangs up after the third.
    static let ticks = Endpoint(.get, "/events", query: [QueryItem("count", 6), QueryItem("cut", 3)])
}

extension Endpoint where Response == [Post] {
    static let posts = Endpoint(.get, "/posts")
}

extension Endpoint where Response == Post {
    static func post(_ id: Int) -> Endpoint { Endpoint(.get, "/posts/\(id)") }
    static func create(_ post: NewPost) -> Endpoint {
        Endpoint(.post, "/posts", body: .json(post), accepts: .created)
    }
    static func replace(_ post: Post) -> Endpoint { Endpoint(.put, "/posts/\(post.id)", body: .json(post)) }
    static func retitle(_ id: Int, _ title: String) -> Endpoint {
        Endpoint(.patch, "/posts/\(id)", body: .json(PostChange(title: title)))
    }
    static let brokenGateway = Endpoint(.get, "/status/502")
    static let slow = Endpoint(.get, "/slow", query: [QueryItem("ms", 10_000)])
}

extension Endpoint where Response == [MisreadPost] {
    static let misread = Endpoint(.get, "/posts")
}

extension Endpoint where Response == Void {
    static func delete(_ id: Int) -> Endpoint { Endpoint(.delete, "/posts/\(id)") }
}

extension Endpoint where Response == Data {
    static let bytes = Endpoint(.get, "/bytes/3000000")
    static let bytesCutShort = Endpoint(.get, "/bytes/3000000", query: [QueryItem("cut", 1_000_000)])
}
