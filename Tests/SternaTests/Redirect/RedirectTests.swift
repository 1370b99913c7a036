import Sterna
import SternaTesting
import Testing

@testable import Sterna

/// Redirects, which the client follows itself.
struct RedirectTests {
    private func next(
        _ method: HTTPMethod = .get, _ url: String = "https://a.test/x/y?q=1", _ status: HTTPStatus = 302,
        to place: String..., fields: HTTPFields = [:], body: HTTPBody? = nil
    ) throws -> HTTPRequest? {
        var request = HTTPRequest(method, try URI(url), fields: fields, body: body)
        request.redaction = .standard.adding(fields: [try #require(HTTPField.Name("X-Tenant"))])
        let lines = try place.map { try HTTPField(name: "Location", value: $0) }
        let response = HTTPResponse(status: status, fields: HTTPFields(lines), url: request.url)
        return try RedirectDecision.next(after: response, to: request)
    }

    @Test func `methods and bodies go along as RFC 9110 says`() throws {
        let methods: [HTTPMethod] = [.get, .head, .post, .put, .patch, .delete, .options]
        for status in [301, 302, 303, 307, 308] {
            for method in methods {
                let body: HTTPBody? = [.post, .put, .patch].contains(method) ? .text("b") : nil
                let request = try #require(
                    try next(method, "https://a.test/", HTTPStatus(status), to: "/n", body: body))
                let becomesGet = status == 303 && method != .head || status < 303 && method == .post
                #expect(request.method == (becomesGet ? .get : method), "\(status) \(method)")
                #expect((request.body != nil) == (body != nil && !becomesGet), "\(status) \(method)")
            }
        }
        for status in [300, 304, 305, 306, 200] {
            #expect(try next(.get, "https://a.test/", HTTPStatus(status), to: "/n") == nil)
        }
    }

    @Test func `what tells of the body goes with the body`() throws {
        let fields: HTTPFields = ["Content-Type": "text/plain", "Content-Language": "en", "X-Keep": "1"]
        let request = try #require(try next(.post, to: "/n", fields: fields, body: .text("b")))
        #expect(request.fields.map(\.name.text) == ["X-Keep"])
    }

    @Test(arguments: [
        ("next", "https://a.test/x/next"), ("/next", "https://a.test/next"), ("../z", "https://a.test/z"),
        ("?r=2", "https://a.test/x/y?r=2"), ("//b.test/p", "https://b.test/p"), ("https://b.test", "https://b.test/"),
        ("/a b/ü?c d", "https://a.test/a%20b/%C3%BC?c%20d"), ("/%2F%2e", "https://a.test/%2F%2e"),
        ("#f", "https://a.test/x/y?q=1#f"), ("https://u:p@a.test/", "https://a.test/"),
        ("HTTPS://A.TEST:443/q", "https://a.test/q"),
    ])
    func `targets are resolved as RFC 3986 says`(_ place: String, _ target: String) throws {
        #expect(try next(to: place)?.url.description == target)
    }

    @Test func `a fragment is inherited`() throws {
        #expect(try next(.get, "https://a.test/x#top", to: "/y")?.url.description == "https://a.test/y#top")
        #expect(try next(.get, "https://a.test/x#top", to: "/y#end")?.url.description == "https://a.test/y#end")
    }

    @Test func `secrets stay at their origin`() throws {
        let fields: HTTPFields = [
            "Authorization": "Bearer t", "Cookie": "a=b", "Proxy-Authorization": "Basic x", "X-Api-Key": "k",
            "X-Tenant": "declared", "X-Vendor-Token": "likely", "Referer": "https://a.test/?token=1", "X-Keep": "1",
        ]
        let elsewhere = ["https://b.test/", "https://a.test:8443/", "https://sub.a.test/", "https://a.test.evil.test/"]
        for place in elsewhere {
            #expect(try next(to: place, fields: fields)?.fields.map(\.name.text) == ["X-Keep"], "\(place)")
        }
        #expect(try next(to: "/same", fields: fields)?.fields.count == fields.count)
        #expect(try next(to: "https://A.test:443/same", fields: fields)?.fields.count == fields.count)
    }

    @Test func `what is unsafe or no place is refused`() throws {
        for place in ["http://a.test/", "ftp://a.test/", "javascript:alert(1)", "https://", "https://a.test:99999/"] {
            let error = #expect(throws: APIError.self) { _ = try next(to: place) }
            #expect(error?.kind == .redirectRefused, "\(place)")
        }
        #expect(throws: APIError.self) { _ = try next(to: "/a", "/b") }
        #expect(try next(to: "/a", "/a")?.url.path == "/a")
        #expect(try next() == nil)
        let body = HTTPBody.chunks(isReplayable: false) { AsyncStream<Data> { $0.finish() } }
        let error = #expect(throws: APIError.self) { _ = try next(.put, "https://a.test/", 307, to: "/n", body: body) }
        #expect(error?.kind == .bodyNotReplayable)
        #expect(try next(.post, "https://a.test/", 303, to: "/n", body: body)?.body == nil)
    }
}

/// Redirects over real sockets.
struct RedirectOnTheWireTests {
    @Test func `the way is followed, and each of its answers kept`() async throws {  // B124
        let server = try LoopbackServer { request, _ in
            switch request.path {
            case "/a": Answer(302, fields: [.init("Location", "b"), .init("X-Commit", "1")])
            case "/b": .text("moved", status: 301, fields: [.init("Location", "/c")])
            default: .text("here", fields: [.init("X-Last", "1")])
            }
        }
        let api = try APIClient(baseURL: server.url)
        for method in [HTTPMethod.get, .head] {
            let response = try await api.response(to: Endpoint<Data>(method, "/a"))
            #expect(response.redirects.map(\.status) == [302, 301])
            #expect(response.redirects.first?.fields["X-Commit"] == "1" && response.fields["X-Last"] == "1")
            #expect(response.attempts.map(\.status) == [302, 301, 200])
        }
        #expect(Set(server.requests.map(\.method)) == ["GET", "HEAD"] && server.requestCount == 6)
        // The answers on the way were read to their end: one connection carried all.
        #expect(server.connections.count == 1)
    }

    @Test func `secrets never come back, not even when the way leads back`() async throws {
        let there = Lock("")
        let second = try LoopbackServer(on: [.ipv4(), .ipv6()]) { _, _ in
            Answer(307, fields: [.init("Location", there.withLock { $0 } + "/back")])
        }
        let first = try LoopbackServer { [urls = second.urls] request, _ in
            request.path == "/back" ? .text("ok") : Answer(307, fields: [.init("Location", urls[1] + "/on")])
        }
        there.withLock { $0 = first.url }
        let fields: HTTPFields = ["Authorization": "Bearer s3cret", "X-Api-Key": "s3cret", "X-Keep": "1"]
        let api = try APIClient(baseURL: first.url) { $0.fields = fields }
        #expect(try await api.send(Endpoint<String>(.post, "/a", body: .text("body"))) == "ok")
        let (start, away, back) = (first.requests[0], second.requests[0], first.requests[1])
        #expect(start["Authorization"] == "Bearer s3cret" && start["X-Api-Key"] == "s3cret")
        for request in [away, back] {
            #expect(request["Authorization"] == nil && request["X-Api-Key"] == nil && request["X-Keep"] == "1")
            #expect(request.method == "POST" && request.text == "body")
        }
    }

    @Test func `a ring ends, and none are followed where none are wanted`() async throws {
        let server = try LoopbackServer { _, _ in Answer(302, fields: [.init("Location", "/ring")]) }
        let error = await #expect(throws: APIError.self) {
            _ = try await APIClient(baseURL: server.url).send(Endpoint<Data>(.get, "/ring"))
        }
        #expect(error?.kind == .tooManyRedirects && server.requestCount == 21 && error?.attempts.count == 21)
        let api = try APIClient(baseURL: server.url) { $0.redirects = .none }
        let own = await #expect(throws: APIError.self) { _ = try await api.send(Endpoint<Data>(.get, "/ring")) }
        #expect(own?.kind == .unexpectedStatus && own?.response?.fields[.location] == "/ring")
        #expect(server.requestCount == 22)
    }

    @Test func `a POST that was answered with 303 is not sent again when the way ends nowhere`() async throws {
        let server = try LoopbackServer { _, _ in Answer(303, fields: [.init("Location", "http://127.0.0.1:1/gone")]) }
        let api = try APIClient(baseURL: server.url) { $0.clock = ManualClock(autoAdvance: .upTo(.seconds(5))) }
        let error = await failure { try await api.send(Endpoint<Data>(.post, "/orders", body: .text("one"))) }
        #expect(error?.kind == .connect && error?.mayHaveBeenProcessed == true)
        #expect(error?.detail.contains("the POST before the redirect was answered") == true)
        #expect(server.requestCount == 1)
    }
}
