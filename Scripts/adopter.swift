// The program that Scripts/adopter builds. Nothing listens on port 1, so that it ends with an error that it expects.
import Sterna

struct Post: Codable, Sendable {
    let id: Int
}

let api = try APIClient(baseURL: "http://127.0.0.1:1") { $0.transport.proxy = .none }
do {
    _ = try await api.send(Endpoint<[Post]>(.get, "/posts"))
} catch let error as APIError where error.kind == .connect {
    print("adopter: runs, and says \(error)")
}
