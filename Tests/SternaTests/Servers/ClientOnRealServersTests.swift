import Sterna
import TestSupport
import Testing

/// The whole client, from an endpoint to a real server and back.
@Suite struct ClientOnRealServersTests {
    private struct Note: Codable, Equatable, Sendable {
        var postTitle: String
        var likes: Int?
    }

    private struct Echo<Content: Decodable & Sendable>: Decodable, Sendable {
        let json: Content
    }

    private struct Post: Codable, Identifiable, Sendable {
        let userId, id: Int
        let title, body: String
    }

    private func httpbin() async throws -> APIClient {
        try APIClient(baseURL: try await HTTPBin.shared().url) { $0.transport.proxy = .none }
    }

    private func nginx(_ path: String = "") async throws -> APIClient {
        let authority = try await TestAuthority.shared().certificate
        return try APIClient(baseURL: try await Nginx.shared().secureURL + path) {
            $0.transport.proxy = .none
            $0.transport.tls.authorities = authority
        }
    }

    @Test func `a list is decoded over HTTP 2, with its metrics`() async throws {
        let answer = try await nginx().response(to: Endpoint<[Post]>(.get, "/posts.json"))
        #expect(answer.value.map(\.id) == Array(1...20))
        #expect(answer.status == 200)
        #expect(answer.metrics.httpVersion == "2")
    }

    @Test(arguments: [HTTPMethod.post, .put, .patch, .delete])
    func `a value is encoded, echoed and decoded by every method`(_ method: HTTPMethod) async throws {
        let note = Note(postTitle: "a + b", likes: 3)
        let path: EndpointPath = "/\(method.rawValue.lowercased())"
        let echo = try await httpbin().send(Endpoint<Echo<Note>>(method, path, body: .json(note)))
        #expect(echo.json == note)
    }

    @Test(arguments: [404, 500, 502, 503])
    func `an HTML page of an error is never decoded as JSON`(_ status: Int) async throws {
        let client = try await nginx()
        let kind: APIError.Kind = status < 500 ? .rejected : .server
        let error = await #expect(throws: APIError.self) {
            try await client.send(Endpoint<[Post]>(.get, "/status/\(status)"))
        }
        #expect(error?.kind == kind)
        #expect(error?.response?.status.code == status)
        #expect(error?.response?.text.contains("<h1>\(status)</h1>") == true)
    }

    @Test func `401 is unauthorized, 429 is rateLimited, 204 is Void`() async throws {
        let client = try await httpbin()
        for (status, kind) in [(401, APIError.Kind.unauthorized), (429, .rateLimited), (409, .rejected)] {
            let error = await #expect(throws: APIError.self) {
                try await client.send(Endpoint<Void>(.get, "/status/\(status)"))
            }
            #expect(error?.kind == kind)
        }
        try await client.send(Endpoint<Void>(.get, "/status/204"))
    }

    @Test func `keys are written in snake case by one setting`() async throws {
        let client = try APIClient(baseURL: try await HTTPBin.shared().url) {
            $0.json.keys = .snakeCase
            $0.transport.proxy = .none
        }
        let note = Note(postTitle: "t", likes: nil)
        let sent = try await client.send(Endpoint<Echo<[String: String]>>(.post, "/post", body: .json(note)))
        #expect(sent.json == ["post_title": "t"])
        #expect(try await client.send(Endpoint<Echo<Note>>(.post, "/post", body: .json(note))).json == note)
    }

    @Test func `an HTML page with 200 is a decoding error that says so`() async throws {
        let client = try await httpbin()
        let error = await #expect(throws: APIError.self) { try await client.send(Endpoint<[Post]>(.get, "/html")) }
        #expect(error?.kind == .decoding)
        #expect(error?.detail.contains("text/html") == true)
    }

    @Test func `a base path is joined with one slash, and a segment stays one segment`() async throws {
        struct Anything: Decodable, Sendable {
            let args: [String: String]
            let url: String
        }
        let client = try await nginx("/httpbin/")
        let query = [QueryItem("q", "1+1")]
        let echo = try await client.send(Endpoint<Anything>(.get, "/anything/\("a b")", query: query))
        #expect(echo.url.contains("/anything/a b?") || echo.url.contains("/anything/a%20b?"))
        #expect(echo.args == ["q": "1+1"])
    }

    @Test func `a task that is cancelled ends with CancellationError at once`() async throws {
        let client = try await httpbin()
        let task = Task { try await client.send(Endpoint<Void>(.get, "/delay/5")) }
        try await Task.sleep(for: .milliseconds(100))
        let start = ContinuousClock.now
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(ContinuousClock.now - start < .seconds(1))
    }
}
