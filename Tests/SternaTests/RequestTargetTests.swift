import Sterna
import SternaTesting
import Testing

/// Section 1 of the field reports through real sockets: what the server reads is what was meant.
@Suite(.timeLimit(.minutes(1))) struct RequestTargetTests {
    private func target(
        _ endpoint: Endpoint<Data>, base: String = "", _ configure: (inout APIConfiguration) throws -> Void = { _ in }
    ) async throws -> String? {
        let server = try LoopbackServer { _, _ in .text("ok") }
        _ = try await APIClient(baseURL: server.url + base, configure).send(endpoint)
        return server.requests.first?.target
    }

    // B01
    @Test func `a query value arrives byte for byte`() async throws {
        let item = QueryItem("q", "a+b c&d=é;#")
        #expect(try await target(Endpoint(.get, "/x", query: [item])) == "/x?q=a%2Bb%20c%26d%3D%C3%A9%3B%23")
    }

    // B04, B05, B06, B08
    @Test(arguments: [
        ("/api/v1", "users", "/api/v1/users"), ("/api/v1/", "/users", "/api/v1/users"), ("", "/items/", "/items/"),
        ("/a//b", "c//d", "/a//b/c//d"), ("/v1", "/p/group%2Fname/x", "/v1/p/group%2Fname/x"), ("/v1/", "", "/v1/"),
    ])
    func `base path and slashes arrive as they were given`(_ base: String, _ path: String, _ result: String)
        async throws
    {
        #expect(try await target(Endpoint(.get, EndpointPath(encoded: path)), base: base) == result)
    }

    // B02
    @Test func `queries arrive in the order base, client, endpoint`() async throws {
        let endpoint = Endpoint<Data>(.get, EndpointPath(encoded: "items?page=2"), query: [QueryItem("e", [1, 2])])
        let result = try await target(endpoint, base: "/v1?b=1#f") { $0.query = [QueryItem("c", true)] }
        #expect(result == "/v1/items?b=1&c=true&page=2&e=1&e=2")
    }

    // B09
    @Test(arguments: ["..", "."])
    func `a value that climbs sends nothing`(_ id: String) async throws {
        let server = try LoopbackServer { _, _ in .text("ok") }
        let api = try client(of: server)
        let error = await failure { try await api.send(Endpoint<Data>(.delete, "/users/\(id)")) }
        #expect(error?.kind == .invalidRequest)
        #expect(server.connections.isEmpty)
    }

    // B09
    @Test func `a value with dots stays one segment on the wire`() async throws {
        let id = "a/../b"
        let dots = "%2e%2e"
        #expect(try await target(Endpoint(.get, "/users/\(id)")) == "/users/a%2F..%2Fb")
        #expect(try await target(Endpoint(.get, "/users/\(dots)")) == "/users/%252e%252e")
    }

    // B10
    @Test func `an absolute URL arrives with its own escapes`() async throws {
        let server = try LoopbackServer { _, _ in .text("ok") }
        let url = try URI(server.url + "/a%20b c/%2F?name=[%D1%82#f")
        _ = try await client(of: server).exchange(HTTPRequest(.get, url))
        #expect(server.requests.first?.target == "/a%20b%20c/%2F?name=%5B%D1%82")
    }

    @Test func `raw brackets arrive raw`() async throws {
        let result = try await target(Endpoint(.get, "/x", query: [QueryItem("k", [1])])) {
            $0.queryStyle = .brackets.withRawBrackets
        }
        #expect(result == "/x?k[]=1")
    }

    // B18, B19
    @Test func `the next page and the file's name are read from an answer`() async throws {
        let server = try LoopbackServer { _, _ in
            .raw(
                "HTTP/1.1 200 OK\r\nlink: <?page=2&c=a,b>; title=\"x, y=z\"; rel=next\r\n"
                    + "content-disposition: attachment; filename=\"f.txt\"; filename*=UTF-8''%E2%82%AC.txt\r\n"
                    + "content-length: 0\r\n\r\n")
        }
        let response = try await client(of: server).response(to: Endpoint<Data>(.get, "/list"))
        #expect(response.link("next")?.requestTarget == "/list?page=2&c=a,b")
        let disposition = response.fields[.contentDisposition].flatMap(ContentDisposition.init)
        #expect(disposition?.safeFileName == "€.txt")
    }

    @Test func `user information becomes a credential and never a part of the target`() async throws {
        let server = try LoopbackServer { _, _ in .text("ok") }
        let url = server.url.replacing("http://", with: "http://me@")
        _ = try await APIClient(baseURL: url).send(Endpoint<Data>(.get, "/x"))
        #expect(server.requests.first?["Authorization"] == "Basic " + Data("me:".utf8).base64EncodedString())
        #expect(server.requests.first?.target == "/x")
    }

    @Test func `a person reads the server's own words for a refusal`() async throws {
        let server = try LoopbackServer { _, _ in .json(#"{"message":"E-mail is taken"}"#, status: 409) }
        let api = try client(of: server)
        let error = await failure { try await api.send(Endpoint<Data>(.get, "/x")) }
        #expect(error?.kind == .rejected)
        #expect(error?.userMessage(in: .french) == "E-mail is taken")
        #expect(error?.refusal?.message == "E-mail is taken")
    }
}
