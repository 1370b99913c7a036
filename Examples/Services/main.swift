import Sterna
import SternaTesting

// Runs the service against the demo API on loopback, or against the API that API_BASE_URL names.
let demo = ProcessInfo.processInfo.environment["API_BASE_URL"] == nil ? try DemoAPI.start() : nil
let api = try demo.map { try APIClient(baseURL: $0.url) } ?? APIClient(baseURLKey: "API_BASE_URL")
let service = PostService(api: api)

let posts = try await service.fetchPosts()
print("\(posts.count) posts, \(try await service.fetchPosts(of: 1).count) of them by user 1")
print("the first: \(try await service.fetchPost(id: 1).title)")
let created = try await service.createPost(NewPost(title: "Terns", body: "They fly from pole to pole."))
print("created \(created.id)")
print("updated \(try await service.updatePost(posts[0]).id)")
print("renamed to “\(try await service.renamePost(id: 1, title: "Sterna").title)”")
try await service.deletePost(id: 1)
print("deleted 1")
print("\(try await service.fetchComments(of: 1).count) comments, \(try await service.fetchUsers().count) users")
print("\(try await service.fetchTodos(of: 1).filter(\.completed).count) todos of user 1 are done")
demo?.stop()
