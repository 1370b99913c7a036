import Sterna
import SternaTesting
import TestSupport
import Testing

/// Cookies over real sockets.
struct CookiesOnTheWireTests {
    /// A client whose names all lead to the loopback.
    private func client(
        of server: LoopbackServer, as host: String = "www.example.com", _ jar: CookieJar?,
        _ configure: (inout APIConfiguration) -> Void = { _ in }
    ) throws -> APIClient {
        try APIClient(baseURL: "http://\(host):\(server.port)") {
            $0.cookies = jar
            $0.retry = .never
            for name in ["www.example.com", "api.example.com", "example.org"] {
                $0.transport.resolve.append(
                    ResolveOverride(host: name, port: Int(server.port), address: "127.0.0.1"))
            }
            configure(&$0)
        }
    }

    private static func setting(_ lines: String..., status: Int = 200, to place: String? = nil) -> Answer {
        let fields = lines.map { Answer.Field("Set-Cookie", $0) } + (place.map { [Answer.Field("Location", $0)] } ?? [])
        return Answer(status, fields: fields + [.init("Content-Type", "text/plain")], body: Data("ok".utf8))
    }

    @Test func `without a jar no cookie comes back, with one it does`() async throws {
        let server = try LoopbackServer { _, _ in
            Self.setting("a=1; Path=/", "b=2; Expires=Wed, 09 Jun 2100 10:18:14 GMT")
        }
        for jar in [nil, CookieJar()] {
            let api = try client(of: server, jar)
            for _ in 0..<2 { #expect(try await api.send(Endpoint<String>(.get, "/x")) == "ok") }
            #expect(server.requests.last?["Cookie"] == (jar == nil ? nil : "a=1; b=2"))
        }
        #expect(server.requests.dropLast().allSatisfy { $0["Cookie"] == nil })
    }

    @Test func `the request's own cookies go first, and its names win`() async throws {
        let server = try LoopbackServer { _, _ in Self.setting("a=jar", "b=jar") }
        let api = try client(of: server, CookieJar())
        _ = try await api.send(Endpoint<String>(.get, "/"))
        _ = try await api.send(Endpoint<String>(.get, "/", fields: ["Cookie": "x=own; b=own"]))
        #expect(server.requests.last?.values(of: "Cookie") == ["x=own; b=own; a=jar"])
    }

    @Test func `a cookie that a redirect sets goes to the next hop, and never to another site`() async throws {  // B103
        let server = try LoopbackServer { request, _ in
            let port = request["Host"]?.split(separator: ":").last ?? ""
            return switch (request["Host"]?.hasPrefix("www") == true, request.path) {
            case (true, "/in"): Self.setting("own=1", "all=2; Domain=example.com", status: 302, to: "/next")
            case (true, "/next"):
                Self.setting("evil=3; Domain=example.org", status: 307, to: "http://api.example.com:\(port)/")
            case (false, "/"): Self.setting("api=4", status: 302, to: "http://example.org:\(port)/other")
            default: Self.setting("org=5; Domain=www.example.com", "org=6")
            }
        }
        let jar = CookieJar()
        let api = try client(of: server, jar) { $0.fields["Cookie"] = "mine=0" }
        let response = try await api.response(to: Endpoint<String>(.get, "/in"))
        #expect(response.redirects.count == 3)
        #expect(server.requests.map { $0["Cookie"] } == ["mine=0", "mine=0; own=1; all=2", "all=2", nil])
        #expect(
            Set(try jar.cookies().map { "\($0.name) \($0.domain)" }) == [
                "own www.example.com", "all example.com", "api api.example.com", "org example.org",
            ])
    }

    @Test func `a retry and an error answer bring their cookies along, and time is the client's`() async throws {
        let server = try LoopbackServer { request, _ in
            request["Cookie"] == nil ? Self.setting("a=1; Max-Age=60", status: 503) : .text("ok")
        }
        let clock = ManualClock(autoAdvance: .always)
        let api = try client(of: server, CookieJar()) {
            $0.retry = RetryPolicy()
            $0.clock = clock
        }
        _ = try await api.send(Endpoint<String>(.get, "/"))
        #expect(server.requests.map { $0["Cookie"] } == [nil, "a=1"])
        await clock.advance(by: .seconds(61))
        _ = try await api.send(Endpoint<String>(.get, "/"))
        #expect(server.requests.map { $0["Cookie"] } == [nil, "a=1", nil, "a=1"])
    }

    @Test func `a jar that cannot be written is told after the answer, one that is damaged before the request`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let server = try LoopbackServer { _, _ in Self.setting("a=1") }
        let lost = try client(of: server, try CookieJar(file: folder.path("no/jar")))
        let after = await failure { try await lost.send(Endpoint<String>(.post, "/")) }
        #expect(after?.kind == .fileSystem && after?.mayHaveBeenProcessed == true && after?.response?.status == 200)
        #expect(server.requestCount == 1)
        let jar = try CookieJar(file: folder.path("jar"))
        try folder.write("jar", "nonsense")
        _ = try await ChildProcess.run("chmod", ["600", folder.path("jar")])
        let before = await failure { try await client(of: server, jar).send(Endpoint<String>(.get, "/")) }
        #expect(before?.kind == .fileSystem && server.requestCount == 1)
    }

    @Test func `a real server finds its cookies again, and misses those that it deleted`() async throws {
        struct Seen: Decodable { let cookies: [String: String] }
        let jar = CookieJar()
        let api = try APIClient(baseURL: try await HTTPBin.shared().url) { $0.cookies = jar }
        let set = Endpoint<Seen>(.get, "/cookies/set", query: [QueryItem("a", "1"), QueryItem("b", "two words")])
        #expect(try await api.send(set).cookies == ["a": "1", "b": "two words"])
        #expect(
            try await api.send(Endpoint<Seen>(.get, "/cookies/delete", query: [QueryItem("a", "")])).cookies.keys
                .sorted() == ["b"]
        )
        #expect(try jar.cookies().count == 1)
    }

    @Test func `many calls share one jar`() async throws {
        let server = try LoopbackServer { request, _ in
            Self.setting("c\(request.path.dropFirst())=1; Path=/")
        }
        let jar = CookieJar()
        let api = try client(of: server, jar)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<40 { group.addTask { _ = try await api.send(Endpoint<String>(.get, "/\(index)")) } }
            try await group.waitForAll()
        }
        #expect(try jar.cookies().count == 40)
    }
}
