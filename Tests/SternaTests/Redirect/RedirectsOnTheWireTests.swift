import Sterna
import SternaTesting
import TestSupport
import Testing

@testable import Sterna

/// Redirects over real sockets.
struct RedirectsOnTheWireTests {
    private static func moved(_ status: Int = 302, to place: String) -> Answer {
        Answer(status, fields: [.init("Location", place)])
    }

    /// What the second request is, after the first of this method was answered with this status; `+` has the body.
    private static let matrix: [(status: Int, then: [String: String])] = [
        (301, ["GET": "GET", "HEAD": "HEAD", "POST": "GET", "PUT": "PUT+", "PATCH": "PATCH+", "DELETE": "DELETE+"]),
        (302, ["GET": "GET", "HEAD": "HEAD", "POST": "GET", "PUT": "PUT+", "PATCH": "PATCH+", "DELETE": "DELETE+"]),
        (303, ["GET": "GET", "HEAD": "HEAD", "POST": "GET", "PUT": "GET", "PATCH": "GET", "DELETE": "GET"]),
        (307, ["GET": "GET", "HEAD": "HEAD", "POST": "POST+", "PUT": "PUT+", "PATCH": "PATCH+", "DELETE": "DELETE+"]),
        (308, ["GET": "GET", "HEAD": "HEAD", "POST": "POST+", "PUT": "PUT+", "PATCH": "PATCH+", "DELETE": "DELETE+"]),
    ]

    @Test(arguments: [301, 302, 303, 307, 308])
    func `method and body arrive as RFC 9110 says`(status: Int) async throws {  // B59, B60
        let server = try LoopbackServer { request, _ in
            request.path == "/end" ? .text("ok") : Self.moved(status, to: "/end")
        }
        let api = try client(of: server) { $0.retry = .never }
        let row = try #require(Self.matrix.first { $0.status == status })
        for (method, expected) in row.then {
            let hasBody = method != "GET" && method != "HEAD"
            var request = HTTPRequest(try #require(HTTPMethod(rawValue: method)), try URI(server.url + "/start"))
            request.body = hasBody ? HTTPBody.text("the body") : nil
            request.fields = hasBody ? ["Content-Language": "en", "Idempotency-Key": "k"] : [:]
            _ = try await api.exchange(request)
            let sent = try #require(server.requests.last)
            #expect(sent.method + (sent.text == "the body" ? "+" : "") == expected, "\(status) \(method)")
            guard hasBody, expected == "GET" else { continue }
            let told = sent.fields.map { $0.name.lowercased() }.filter { $0.hasPrefix("content-") }
            #expect(told.isEmpty && sent["Idempotency-Key"] == nil, "\(status) \(method): \(told)")
        }
    }

    @Test(arguments: ["GET", "HEAD"])
    func `the way is followed, and each of its answers kept`(method: String) async throws {  // B124
        let server = try LoopbackServer { request, _ in
            switch request.path {
            case "/a": Answer(302, fields: [.init("Location", "b"), .init("X-Commit", "1")])
            case "/b": .text("moved", status: 301, fields: [.init("Location", "/c")])
            default: .text("here", fields: [.init("X-Last", "1")])
            }
        }
        let endpoint = Endpoint<Data>(try #require(HTTPMethod(rawValue: method)), "/a")
        let response = try await client(of: server).response(to: endpoint)
        #expect(response.redirects.map(\.status) == [302, 301] && response.url.path == "/c")
        #expect(response.redirects.map(\.source.path) == ["/a", "/b"])
        #expect(response.redirects.map(\.url.path) == ["/b", "/c"])
        #expect(response.redirects.first?.fields["X-Commit"] == "1" && response.fields["X-Last"] == "1")
        #expect(response.attempts.map(\.status) == [302, 301, 200])
        #expect(response.attempts.map(\.number) == [1, 2, 3])
        #expect(server.requests.map(\.method) == [method, method, method])
        // The answers on the way were read to their end: one connection carried all.
        #expect(server.connections.count == 1)
    }

    @Test func `secrets never come back, not even when the way leads back`() async throws {  // B48
        let there = Lock("")
        let second = try LoopbackServer(on: [.ipv4(), .ipv6()]) { _, _ in
            Self.moved(307, to: there.withLock { $0 } + "/back")
        }
        let first = try LoopbackServer { [urls = second.urls] request, _ in
            request.path == "/back" ? .text("ok") : Self.moved(307, to: urls[1] + "/on")
        }
        there.withLock { $0 = first.url }
        let secret = ["Authorization", "Cookie", "Proxy-Authorization", "X-Api-Key", "DPoP", "X-Tenant", "Referer"]
        let stamped = StampingMiddleware(fields: ["X-Tenant": "s3cret"])
        let api = try client(of: first) {
            for name in secret { $0.fields[name] = "s3cret" }
            $0.fields["X-Keep"] = "1"
            $0.redaction = .standard.adding(fields: [try #require(HTTPField.Name("X-Tenant"))])
            $0.middlewares = [stamped]
        }
        #expect(try await api.send(Endpoint<String>(.post, "/a", body: .text("body"))) == "ok")
        let (start, away, back) = (first.requests[0], second.requests[0], first.requests[1])
        // A field for a proxy goes to nobody where there is none.
        for name in secret { #expect(start[name] == (name == "Proxy-Authorization" ? nil : "s3cret"), "\(name)") }
        for request in [away, back] {
            #expect(!request.fields.contains { $0.value.contains("s3cret") }, "\(request.fields)")
            #expect(request["X-Keep"] == "1" && request.method == "POST" && request.text == "body")
        }
    }

    @Test func `a slash added at the same origin keeps the credential`() async throws {  // B49
        let server = try LoopbackServer { request, _ in
            guard request.path.hasSuffix("/") else { return Self.moved(301, to: request.path + "/") }
            return .text(request["Authorization"] ?? "none")
        }
        let api = try client(of: server) { $0.authentication = .bearer("t") }
        let endpoint = Endpoint<String>(.get, "/courses/1", requiresAuthentication: true)
        #expect(try await api.send(endpoint) == "Bearer t")
    }

    @Test func `a 401 behind a redirect to another origin renews nothing and says why`() async throws {
        let renewals = Lock(0)
        let second = try LoopbackServer { _, _ in .json("{}", status: 401) }
        let back = Lock("")
        let first = try LoopbackServer { [url = second.url] request, _ in
            switch request.path {
            case "/away": Self.moved(to: url)
            case "/round": Self.moved(to: back.withLock { $0 })
            default: .json("{}", status: 401)
            }
        }
        let api = try client(of: first) {
            $0.authentication = .bearer(current: { "t" }) { _ in
                renewals.withLock { $0 += 1 }
                return "new"
            }
        }
        let error = await failure {
            try await api.send(Endpoint<Data>(.get, "/away", requiresAuthentication: true))
        }
        #expect(error?.kind == .unauthorized && error?.detail.contains("another origin") == true)
        // There and back again: the last answer is of the first origin, and the credential was not with it.
        let turn = try LoopbackServer { [url = first.url] _, _ in Self.moved(to: url + "/end") }
        back.withLock { $0 = turn.url }
        let round = await failure {
            try await api.send(Endpoint<Data>(.get, "/round", requiresAuthentication: true))
        }
        #expect(round?.kind == .unauthorized && renewals.withLock { $0 } == 0)
        #expect(first.requests.last?["Authorization"] == nil && first.requests.last?.path == "/end")
    }

    @Test func `a redirect from TLS to plain HTTP is refused before anything is sent`() async throws {
        let authority = try await TestAuthority.shared()
        let plain = try LoopbackServer { _, _ in .text("in the clear") }
        let behind = try LoopbackServer { [url = plain.url] request, _ in
            request.path == "/safe" ? Self.moved(to: "end") : request.path == "/end" ? .text("ok") : Self.moved(to: url)
        }
        let door = try await SecureDoor(to: behind.port, authority)
        defer { door.close() }
        let api = try APIClient(baseURL: door.url) { $0.transport.tls.authorities = authority.certificate }
        #expect(try await api.send(Endpoint<String>(.get, "/safe")) == "ok")
        let error = await failure { try await api.send(Endpoint<String>(.get, "/unsafe")) }
        #expect(error?.kind == .redirectRefused && error?.response?.status == 302)
        #expect(plain.connections.isEmpty)
        // The other way is another origin as well.
        let up = try LoopbackServer { [url = door.url] _, _ in Self.moved(to: url + "/end") }
        let upwards = try client(of: up) {
            $0.transport.tls.authorities = authority.certificate
            $0.fields["Authorization"] = "Bearer s3cret"
        }
        #expect(try await upwards.send(Endpoint<String>(.get, "/")) == "ok")
        #expect(up.requests.first?["Authorization"] != nil && behind.requests.last?["Authorization"] == nil)
    }
}

/// Sets fields on every request, as an app's own step does.
private struct StampingMiddleware: Middleware {
    let fields: HTTPFields

    func intercept(_ request: HTTPRequest, next: Next) async throws -> HTTPResponse {
        var request = request
        request.fields = request.fields.merging(fields)
        return try await next(request)
    }
}
