import Sterna

/// The service of the posts: ten routes, one line each, none of which knows what carries it.
struct PostService: Sendable {
    let api: APIClient

    func fetchPosts() async throws -> [Post] { try await api.send(.posts) }
    func fetchPosts(of user: Int) async throws -> [Post] { try await api.send(.posts(of: user)) }
    func fetchPost(id: Int) async throws -> Post { try await api.send(.post(id)) }
    func createPost(_ post: NewPost) async throws -> Post { try await api.send(.create(post)) }
    func updatePost(_ post: Post) async throws -> Post { try await api.send(.update(post)) }
    func renamePost(id: Int, title: String) async throws -> Post { try await api.send(.rename(id, title)) }
    func deletePost(id: Int) async throws { try await api.send(.delete(id)) }
    func fetchComments(of post: Int) async throws -> [Comment] { try await api.send(.comments(of: post)) }
    func fetchUsers() async throws -> [User] { try await api.send(.users) }
    func fetchTodos(of user: Int) async throws -> [Todo] { try await api.send(.todos(of: user)) }
}
