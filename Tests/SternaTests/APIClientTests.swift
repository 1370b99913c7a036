import Sterna
import SternaTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct APIClientTests {
    struct Stamp: Middleware {
        let name: String

        func intercept(_ request: HTTPRequest, next: Next) async throws -> HTTPResponse {
            var request = request
            request.fields["X-Path"] = [request.fields["X-Path"], name].compactMap(\.self).joined(separator: ">")
            var response = try await next(request)
            response.fields["X-Back"] = [response.fields["X-Back"], name].compactMap(\.self).joined(separator: ">")
            return response
        }
    }

    @Test func `a build without a base URL fails at once and says what to set`() {
        let error = #expect(throws: APIError.self) { try APIClient(baseURLKey: "API_BASE_URL", environment: [:]) }
        #expect(error?.kind == .invalidRequest)
        #expect(error?.detail.contains("set the environment variable API_BASE_URL") == true)
    }

    @Test func `a base URL that is none fails at once and says what to set`() {
        let error = #expect(throws: APIError.self) {
            try APIClient(baseURLKey: "API_BASE_URL", environment: ["API_BASE_URL": "ftp://x"])
        }
        #expect(error?.detail.contains("API_BASE_URL") == true && error?.detail.contains("ftp") == true)
    }

    @Test func `the environment chooses the base URL`() async throws {
        let transport = MockTransport.json("1")
        let api = try APIClient(
            baseURLKey: "API_BASE_URL", environment: ["API_BASE_URL": "https://staging.example.com/v1"],
            transport: transport)
        _ = try await api.send(Endpoint<Int>(.get, "/n"))
        #expect(transport.requests.first?.url.text == "https://staging.example.com/v1/n")
    }

    @Test func `middlewares see the request outermost first and the answer in reverse`() async throws {
        let transport = MockTransport.json("1")
        let api = try APIClient(baseURL: "https://a.test", transport: transport) {
            $0.middlewares = [Stamp(name: "one"), Stamp(name: "two")]
        }
        let response = try await api.response(to: Endpoint<Int>(.get, "/"))
        #expect(transport.requests.first?.fields["X-Path"] == "one>two")
        #expect(response.fields["X-Back"] == "two>one")
    }

    @Test func `fields of the endpoint replace those of the client`() async throws {
        let transport = MockTransport.json("1")
        let api = try APIClient(baseURL: "https://a.test", transport: transport) {
            $0.fields = ["X-App": "client", "X-B": "kept"]
        }
        _ = try await api.send(Endpoint<Int>(.get, "/", fields: ["x-app": "endpoint"]))
        let sent = try #require(transport.requests.first)
        #expect(sent.fields["X-App"] == "endpoint" && sent.fields["X-B"] == "kept")
        #expect(sent.fields[.accept] == "application/json" && sent.fields[.userAgent]?.contains("Sterna/") == true)
    }

    @Test func `the same routes run on every transport`() async throws {
        let server = try LoopbackServer { _, _ in .json(#"{"a":1}"#) }
        let route = Endpoint<Thing>(.get, "/x")
        #expect(try await client(of: server).send(route) == Thing(a: 1))
        #expect(
            try await APIClient(baseURL: "http://h", transport: MockTransport.json(#"{"a":1}"#)).send(route)
                == Thing(a: 1))
    }

    @Test func `credentials in a URL become a field, and are not in the target`() async throws {
        let server = try LoopbackServer { _, _ in .text("ok") }
        let url = server.url.replacing("http://", with: "http://user:p%40ss@")
        _ = try await APIClient(baseURL: url).send(Endpoint<String>(.get, "/x"))
        #expect(server.requests.first?["Authorization"] == "Basic dXNlcjpwQHNz")
        #expect(server.requests.first?.target == "/x")
    }

    @Test func `an error of a transport that is no APIError is wrapped, and a cancellation passes`() async throws {
        struct Odd: Error {}
        let odd = try APIClient(baseURL: "http://h", transport: MockTransport { _ in throw Odd() })
        let error = await failure { try await odd.send(Endpoint<Int>(.get, "/")) }
        #expect(error?.kind == .connectionLost && error?.underlying is Odd && error?.request?.method == .get)
        let cancelled = try APIClient(baseURL: "http://h", transport: MockTransport { _ in throw CancellationError() })
        await #expect(throws: CancellationError.self) { try await cancelled.send(Endpoint<Int>(.get, "/")) }
    }

    @Test func `a value that cannot be encoded, and a path that is none, fail before anything is sent`() async throws {
        let transport = MockTransport.json("1")
        let api = try APIClient(baseURL: "http://h", transport: transport)
        let encoding = await failure { try await api.send(Endpoint<Int>(.post, "/", body: .json(Double.nan))) }
        #expect(encoding?.kind == .bodyEncoding)
        let path = await failure { try await api.send(Endpoint<Int>(.get, "/users/\("..")")) }
        #expect(path?.kind == .invalidRequest)
        #expect(transport.requests.isEmpty)
    }

    @Test func `a decode error names the path and keeps the answer`() async throws {
        let api = try APIClient(baseURL: "http://h", transport: MockTransport.json(#"[{"a":1},{"a":"x"}]"#))
        let error = await failure { try await api.send(Endpoint<[Thing]>(.get, "/")) }
        #expect(error?.kind == .decoding)
        #expect((error?.underlying as? DecodingFailure)?.path == "$[1].a")
        #expect(error?.response?.status == .ok)
    }

    @Test func `a deadline that has passed sends nothing`() async throws {
        let transport = MockTransport.json("1")
        let api = try APIClient(baseURL: "http://h", transport: transport)
        var request = HTTPRequest(.get, try URI("http://h/"))
        request.deadline = .after(.seconds(-1))
        let error = await failure { try await api.exchange(request) }
        #expect(error?.kind == .timedOut(.total))
        #expect(transport.requests.isEmpty)
    }
}
