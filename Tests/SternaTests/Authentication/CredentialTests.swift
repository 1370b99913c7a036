import SternaTesting
import Testing

@testable import Sterna

/// What is sent as a credential, and what a server says of it.
struct CredentialTests {
    private let me = Endpoint<Int>(.get, "/me", requiresAuthentication: true)

    @Test func `Basic and keys are sent, and are secret`() async throws {
        let transport = MockTransport.json("{}", status: 418)
        let shop = try #require(HTTPField.Name("X-Shop"))
        let schemes: [(Authentication, HTTPField.Name, String)] = [
            (.basic(user: "u", password: "pässwörd"), .authorization, "Basic dTpww6Rzc3fDtnJk"),
            (.apiKey("k3y+&=", field: shop), shop, "k3y+&="),
        ]
        for (authentication, field, value) in schemes {
            let api = try APIClient(baseURL: "http://h", transport: transport) { $0.authentication = authentication }
            let error = await #expect(throws: APIError.self) { _ = try await api.send(me) }
            let sent = try #require(transport.requests.last)
            #expect(sent.fields[field] == value)
            #expect(sent.redaction.isSecret(field))
            #expect(error.map { "\($0)".contains(value) } == false)
        }
        let api = try APIClient(baseURL: "http://h", transport: transport) {
            $0.authentication = .apiKey("k3y+&=", query: "shop")
        }
        _ = try? await api.send(Endpoint<Int>(.get, "/me", query: [QueryItem("a", 1)], requiresAuthentication: true))
        let sent = try #require(transport.requests.last)
        #expect(sent.url.text == "http://h/me?a=1&shop=k3y%2B%26%3D" && !"\(sent)".contains("k3y"))
    }

    @Test func `a token without the right scope is not renewed`() async throws {
        let renewals = Lock(0)
        let server = try LoopbackServer { _, _ in
            .json("{}", status: 401, fields: [.init("WWW-Authenticate", #"Bearer error="insufficient_scope""#)])
        }
        let api = try APIClient(baseURL: server.url) {
            $0.authentication = .bearer(current: { "old" }) { _ in
                renewals.withLock { $0 += 1 }
                return "new"
            }
        }
        await #expect(throws: APIError.self) { _ = try await api.send(me) }
        #expect(renewals.withLock { $0 } == 0 && server.requestCount == 1)
    }

    @Test(arguments: [
        (#"Bearer realm="a, error=\"insufficient_scope\"""#, 1), (#"Bearer error_description="insufficient_scope""#, 1),
        (#"Basic realm="x", error="insufficient_scope""#, 1), ("Bearer", 1), ("", 1), (",,=;\"", 1),
        (#"Bearer realm="x", error="invalid_token""#, 1), (#"Negotiate abc==, Bearer realm="insufficient_scope""#, 1),
        (#"BEARER realm="x" , ERROR = insufficient_scope"#, 0),
        (#"Basic realm="y", Bearer error="insufficient_scope""#, 0),
        (#"Negotiate a/b+c==, bearer scope="a b",error="insufficient_scope",x"#, 0),
    ])
    func `the challenge is read, not searched`(_ challenge: String, _ expected: Int) async throws {
        let renewals = Lock(0)
        let transport = MockTransport { .json("{}", status: 401, fields: ["WWW-Authenticate": challenge], to: $0) }
        let api = try APIClient(baseURL: "http://h", transport: transport) {
            $0.authentication = .bearer(current: { "old" }) { _ in
                renewals.withLock { $0 += 1 }
                return "new"
            }
        }
        await #expect(throws: APIError.self) { _ = try await api.send(me) }
        #expect(renewals.withLock { $0 } == expected)
    }

    @Test func `a key goes along with a request's own Authorization, and not beside a key of its own`() async throws {
        let (transport, shop) = (MockTransport.json("1"), try #require(HTTPField.Name("X-Shop")))
        func send(_ authentication: Authentication, _ endpoint: Endpoint<Int>) async throws -> HTTPRequest {
            let api = try APIClient(baseURL: "http://h", transport: transport) { $0.authentication = authentication }
            _ = try await api.send(endpoint)
            return try #require(transport.requests.last)
        }
        var own = me
        own.fields = ["Authorization": "Bearer own"]
        own.query = [QueryItem("sh op", "mine")]
        let field = try await send(.apiKey("k", field: shop), own)
        #expect(field.fields[shop] == "k" && field.fields[.authorization] == "Bearer own")
        #expect(try await send(.apiKey("k", query: "key"), own).url.query == "sh%20op=mine&key=k")
        #expect(try await send(.apiKey("k", query: "sh op"), own).url.query == "sh%20op=mine")
        #expect(try await send(.bearer("t"), own).fields[.authorization] == "Bearer own")
        own.fields = ["X-Shop": "mine"]
        #expect(try await send(.apiKey("k", field: shop), own).fields[values: shop] == ["mine"])
    }

    @Test(arguments: [("a:b", "p"), ("a\n", "p"), ("a", "p\u{7F}"), ("a", "p\0")])
    func `a user whom a server would read as another is refused`(_ user: String, _ password: String) async throws {
        let transport = MockTransport.json("1")
        let api = try APIClient(baseURL: "http://h", transport: transport) {
            $0.authentication = .basic(user: user, password: Secret(password))
        }
        let error = await failure { try await api.send(me) }
        #expect(error?.kind == .invalidRequest && transport.requests.isEmpty)
        #expect(error?.detail.contains("RFC 7617") == true && error?.request?.url.path == "/me")
    }

    @Test func `an empty or broken credential is not sent`() async throws {
        let transport = MockTransport.json("1")
        let shop = try #require(HTTPField.Name("X-Shop"))
        for authentication in [.bearer(""), .bearer("a\r\nX: 1"), .apiKey("", field: shop), .apiKey("\n", field: shop)]
            as [Authentication]
        {
            let api = try APIClient(baseURL: "http://h", transport: transport) { $0.authentication = authentication }
            #expect(await failure { try await api.send(me) }?.kind == .unauthorized)
        }
        #expect(transport.requests.isEmpty)
    }

    @Test func `declared origins get the credential, also behind a redirect, and no others do`() async throws {  // B48
        let stranger = try LoopbackServer { _, _ in .text("stranger") }
        let files = try LoopbackServer { [url = stranger.url] request, _ in
            request.path == "/away" ? Answer(302, fields: [.init("Location", url)]) : .text("files")
        }
        let home = try LoopbackServer { [url = files.url] request, _ in
            Answer(302, fields: [.init("Location", url + request.path)])
        }
        let api = try client(of: home) {
            var authentication = Authentication.bearer("t")
            authentication.origins = [try URI(files.url).origin]
            $0.authentication = authentication
            $0.fields = ["Cookie": "a=b"]
        }
        #expect(try await api.send(Endpoint<String>(.get, "/x", requiresAuthentication: true)) == "files")
        #expect(try await api.send(Endpoint<String>(.get, "/away", requiresAuthentication: true)) == "stranger")
        var direct = HTTPRequest(.get, try URI(files.url + "/direct"))
        direct.requiresAuthentication = true
        _ = try await api.exchange(direct)
        #expect(files.requests.map { $0["Authorization"] } == ["Bearer t", "Bearer t", "Bearer t"])
        #expect(files.requests.allSatisfy { $0["Cookie"] == nil })
        #expect(stranger.requests.map { $0["Authorization"] } == [nil])
    }

    @Test func `a 401 behind a redirect to another origin renews nothing`() async throws {
        let (renewals, back) = (Lock(0), Lock(""))
        let second = try LoopbackServer { request, _ in
            request.path == "/turn" ? Answer(302, fields: [.init("Location", back.withLock { $0 })]) : Answer(401)
        }
        let first = try LoopbackServer { [url = second.url] request, _ in
            switch request.path {
            case "/away": Answer(302, fields: [.init("Location", url)])
            case "/round": Answer(302, fields: [.init("Location", url + "/turn")])
            default: Answer(401)
            }
        }
        back.withLock { $0 = first.url + "/end" }
        let api = try client(of: first) {
            $0.authentication = .bearer(current: { "t" }) { _ in
                renewals.withLock { $0 += 1 }
                return "new"
            }
        }
        for path in ["away", "round"] as [EndpointPath] {
            let error = await failure { try await api.send(Endpoint<Int>(.get, path, requiresAuthentication: true)) }
            #expect(error?.kind == .unauthorized && renewals.withLock { $0 } == 0)
        }
        #expect(first.requests.last?.path == "/end" && first.requests.last?["Authorization"] == nil)
    }
}
