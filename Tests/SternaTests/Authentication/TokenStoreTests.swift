import Sterna
import SternaTesting
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Where tokens are kept.
struct TokenStoreTests {
    private let me = Endpoint<Int>(.get, "/me", requiresAuthentication: true)

    @Test func `a file keeps the token for its owner alone`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("token")
        let store = FileTokenStore(path)
        #expect(try await store.load() == nil)
        let token = AccessToken(
            "s3cret", expiresAt: Date(timeIntervalSince1970: 1_800_000_000), refreshToken: "more")
        try await store.save(token)
        #expect(try await store.load() == token)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        try await store.save("two")
        #expect(try await store.load() == "two")
        chmod(path, 0o644)
        let error = await #expect(throws: APIError.self) { _ = try await store.load() }
        #expect(error?.kind == .fileSystem)
        try await store.remove()
        try await store.remove()
        #expect(try await store.load() == nil && FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        await #expect(throws: APIError.self) { try await FileTokenStore("/nowhere/at/all").save("x") }
    }

    @Test func `a store takes the new token, keeps the refresh token, and is emptied when the sign-in ends`()
        async throws
    {
        let store = MemoryTokenStore(AccessToken("old", refreshToken: "r1"))
        let server = try LoopbackServer { request, _ in
            request["Authorization"] == "Bearer new" ? .json("1") : .json("{}", status: 401)
        }
        func api(_ answer: AccessToken?) throws -> APIClient {
            try APIClient(baseURL: server.url) { $0.authentication = .bearer(store: store) { _ in answer } }
        }
        #expect(try await api("new").send(me) == 1)
        #expect(try await store.load() == AccessToken("new", refreshToken: "r1"))
        try await store.save("worn")
        await #expect(throws: APIError.self) { _ = try await api(nil).send(me) }
        #expect(try await store.load() == nil)
    }

    /// A store of an app, which has only what it must have.
    private final class PlainStore: TokenStore {
        private let inner = MemoryTokenStore()
        func load() async throws -> AccessToken? { try await inner.load() }
        func save(_ token: AccessToken) async throws { try await inner.save(token) }
        func remove() async throws { try await inner.remove() }
    }

    /// What happens to the store while the token of account A is renewed, and what comes of it.
    private enum Meanwhile: CaseIterable { case nothing, signOut, accountB }

    private func stores(_ folder: TemporaryFolder) -> [any TokenStore] {
        [MemoryTokenStore(), FileTokenStore(folder.path("token")), PlainStore()]
    }

    @Test func `a renewal that comes late takes nobody else's place`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for store in stores(folder) {
            for meanwhile in Meanwhile.allCases {
                for answer in [AccessToken("newA"), nil] {
                    let server = try LoopbackServer { request, _ in
                        ["Bearer newA", "Bearer B"].contains(request["Authorization"]) ? .json("1") : Answer(401)
                    }
                    try await store.save(AccessToken("A", refreshToken: "rA"))
                    let api = try client(of: server) {
                        $0.authentication = .bearer(store: store) { _ in
                            switch meanwhile {
                            case .nothing: break
                            case .signOut: try await store.remove()
                            case .accountB: try await store.save("B")
                            }
                            return answer
                        }
                    }
                    let value = try? await api.send(me)
                    let left = try await store.load()?.value.value
                    let note = Comment("\(type(of: store)) \(meanwhile) \(answer == nil)")
                    switch (meanwhile, answer) {
                    case (.nothing, .some): #expect(value == 1 && left == "newA", note)
                    case (.nothing, nil), (.signOut, _): #expect(value == nil && left == nil, note)
                    case (.accountB, _): #expect(value == 1 && left == "B", note)
                    }
                    #expect(server.requestCount == (value == 1 ? 2 : 1), note)
                }
            }
        }
    }

    @Test func `a token that a server refuses to renew is removed`() async throws {
        let server = try LoopbackServer { request, _ in
            request.path == "/token" ? .json(#"{"error":"invalid_grant"}"#, status: 400) : Answer(401)
        }
        let (store, own) = (MemoryTokenStore("worn"), try client(of: server))
        let api = try client(of: server) {
            $0.authentication = .bearer(store: store) { _ in
                AccessToken(Secret(try await own.send(Endpoint<String>(.post, "/token"))))
            }
        }
        let error = await failure { try await api.send(me) }
        #expect(error?.kind == .unauthorized && (error?.underlying as? APIError)?.response?.status == 400)
        #expect(try await store.load() == nil)
    }

    @Test func `a token that cannot be kept serves as long as the program runs`() async throws {
        /// A store on a disk that is full.
        struct FullStore: TokenStore {
            func load() async throws -> AccessToken? { "old" }
            func save(_ token: AccessToken) async throws { throw APIError(.fileSystem, "no space is left") }
            func remove() async throws {}
        }
        let renewals = Lock(0)
        let server = try LoopbackServer { request, _ in
            request["Authorization"] == "Bearer new" ? .json("1") : Answer(401)
        }
        let api = try client(of: server) {
            $0.authentication = .bearer(store: FullStore()) { _ in
                renewals.withLock { $0 += 1 }
                return "new"
            }
        }
        #expect(await failure { try await api.send(me) }?.kind == .fileSystem)
        for _ in 0..<2 { #expect(try await api.send(me) == 1) }
        #expect(renewals.withLock { $0 } == 1)
    }
}
