import SternaTesting
import TestSupport
import Testing

@testable import Sterna

/// Proxies on the way: a real one, and some that fail.
struct ProxyTests {
    private let secret = "Basic " + Data("me:s3cret".utf8).base64EncodedString()

    private func client(
        of url: String, through proxy: String, _ configure: (inout APIConfiguration) throws -> Void = { _ in }
    ) async throws -> APIClient {
        let authority = try await TestAuthority.shared()
        return try APIClient(baseURL: url) {
            $0.transport.tls.authorities = authority.certificate
            $0.transport.proxy = .url(try URI(proxy))
            $0.retry = .never
            try configure(&$0)
        }
    }

    private let route = Endpoint<String>(.get, "/x", fields: ["Authorization": "Bearer origin", "X-Own": "1"])

    // B105
    @Test func `credentials go to the proxy alone, those of the origin never to the proxy's CONNECT`() async throws {
        let authority = try await TestAuthority.shared()
        let proxy = try await ForwardProxy(credentials: "me:s3cret")
        defer { proxy.close() }
        let server = try LoopbackServer { _, _ in .text("ok") }
        let door = try await SecureDoor(to: server.port, authority)
        defer { door.close() }
        for url in [server.url, door.url] {
            let api = try await client(of: url, through: "http://me:s3cret@127.0.0.1:\(proxy.port)")
            #expect(try await api.send(route) == "ok")
        }
        #expect(server.requestCount == 2)
        for request in server.requests {
            #expect(request["Authorization"] == "Bearer origin" && request["Proxy-Authorization"] == nil)
        }
        let heads = proxy.heads
        #expect(heads.count == 2 && heads.allSatisfy { $0.contains("Proxy-Authorization: \(secret)") })
        #expect(heads[0].hasPrefix("GET http://127.0.0.1:\(server.port)/x HTTP/1.1"))
        #expect(heads[1].hasPrefix("CONNECT localhost:\(door.port) HTTP/1.1"))
        #expect(!heads[1].contains("Bearer") && !heads[1].contains("X-Own"))
    }

    // B105
    @Test func `a field Proxy-Authorization is for the proxy, and is not sent where there is none`() async throws {
        let authority = try await TestAuthority.shared()
        let proxy = try await ForwardProxy(credentials: "me:s3cret")
        defer { proxy.close() }
        let server = try LoopbackServer { _, _ in .text("ok") }
        let door = try await SecureDoor(to: server.port, authority)
        defer { door.close() }
        for url in [server.url, door.url] {
            for isDirect in [false, true] {
                let api = try await client(of: url, through: "http://127.0.0.1:\(proxy.port)") {
                    $0.fields[.proxyAuthorization] = secret
                    if isDirect { $0.transport.proxy = .none }
                }
                #expect(try await api.send(route) == "ok")
            }
        }
        #expect(server.requests.count == 4 && server.requests.allSatisfy { $0["Proxy-Authorization"] == nil })
        #expect(proxy.heads.count == 2)
    }

    @Test func `a redirect past the proxy takes no credential along`() async throws {  // B105
        let proxy = try await ForwardProxy(credentials: "me:s3cret")
        defer { proxy.close() }
        let direct = try LoopbackServer(on: [.ipv6()]) { _, _ in .text("direct") }
        let server = try LoopbackServer { [url = direct.urls[0]] _, _ in
            Answer(302, fields: [.init("Location", url + "/y")])
        }
        let api = try await client(of: server.url, through: "http://127.0.0.1:1") {
            $0.transport.proxy = .url(try URI("http://me:s3cret@127.0.0.1:\(proxy.port)"), bypass: "::1")
            $0.fields[.proxyAuthorization] = secret
        }
        #expect(try await api.send(route) == "direct")
        #expect(direct.requests[0]["Proxy-Authorization"] == nil && direct.requests[0]["Authorization"] == nil)
        #expect(proxy.heads.count == 1)
    }

    @Test func `a 407 says what to do, and is not asked again`() async throws {
        let authority = try await TestAuthority.shared()
        let proxy = try await ForwardProxy(credentials: "me:s3cret")
        defer { proxy.close() }
        let server = try LoopbackServer { _, _ in .text("ok") }
        let door = try await SecureDoor(to: server.port, authority)
        defer { door.close() }
        let jar = CookieJar()
        for url in [server.url, door.url] {
            for (user, words) in [
                ("", "user and password into its URL"), ("me:wrong@", "refuses the user and password"),
            ] {
                let api = try await client(of: url, through: "http://\(user)127.0.0.1:\(proxy.port)") {
                    $0.retry = .exponential(attempts: 3)
                    $0.clock = ManualClock(autoAdvance: .always)
                    $0.cookies = jar
                }
                let error = await failure { try await api.send(Endpoint<String>(.post, "/", body: .text("x"))) }
                #expect(error?.kind == .proxy && error?.attempts.count == 1 && error?.isRetryable == false)
                #expect(error?.response?.status == 407 && error?.mayHaveBeenProcessed == false)
                let said = "\(error.map { "\($0) \($0.suggestion) \($0.underlying as Any)" } ?? "")"
                #expect(said.contains(words) && said.contains("127.0.0.1:\(proxy.port)") && !said.contains("wrong"))
            }
        }
        #expect(try jar.cookies().isEmpty && proxy.heads.count == 4 && server.requestCount == 0)
    }

    @Test func `an origin's own 407 is the origin's`() async throws {
        let server = try LoopbackServer { _, _ in .text("no", status: 407) }
        let api = try APIClient(baseURL: server.url) { $0.transport.proxy = .none }
        #expect(await failure { try await api.send(route) }?.kind == .rejected)
    }

    @Test(arguments: [
        "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n",
        "garbage\r\n\r\n", "", "HTTP/1.1 302 Found\r\nLocation: https://evil.test/\r\nContent-Length: 0\r\n\r\n",
    ])
    func `a proxy that opens no tunnel is the one to blame`(answer: String) async throws {
        let proxy = try LoopbackServer(script: [.readHead, .send(answer), .close])
        let api = try await client(of: "https://origin.test", through: proxy.url)
        let error = await failure { try await api.send(route) }
        #expect(error?.kind == .proxy && error?.mayHaveBeenProcessed == false, "\(answer): \(error as Any)")
        #expect(error?.detail.contains("127.0.0.1:\(proxy.port)") == true)
    }

    @Test func `a dead proxy and one without an address are told as such`() async throws {
        let port = try Loopback.freePort()
        for url in ["http://origin.test", "https://origin.test"] {
            for (proxy, name) in [("127.0.0.1:\(port)", "127.0.0.1:\(port)"), ("proxy.invalid:1", "proxy.invalid:1")] {
                let api = try await client(of: url, through: "http://me:s3cret@\(proxy)")
                let error = await failure { try await api.send(route) }
                #expect(error?.kind == .proxy && error?.isRetryable == true, "\(error as Any)")
                #expect(error?.detail.contains(name) == true && error?.detail.contains("s3cret") == false)
            }
        }
    }

    @Test func `a pinned host is pinned behind a proxy too, by its own key and not the proxy's`() async throws {
        let authority = try await TestAuthority.shared()
        let own = try await authority.identity("proxy", names: "DNS:localhost")
        let (plain, secure) = (try await ForwardProxy(), try await ForwardProxy(identity: own))
        defer { [plain, secure].forEach { $0.close() } }
        let server = try LoopbackServer { _, _ in .text("ok") }
        let door = try await SecureDoor(to: server.port, authority)
        defer { door.close() }
        let right = try #require(Pin(try await authority.pin(of: authority.localhost.certificate)))
        let wrong = try #require(Pin(try await authority.pin(of: own.certificate)))
        let backup = Pin(Digest(hexadecimal: String(repeating: "ab", count: 32))!)
        for proxy in ["http://localhost:\(plain.port)", "https://localhost:\(secure.port)"] {
            for (pin, isRight) in [(right, true), (wrong, false)] {
                let api = try await client(of: door.url, through: proxy) {
                    $0.transport.tls.pins = [try Pins("localhost", pin, backup: backup)]
                }
                if isRight {
                    #expect(try await api.send(route) == "ok")
                } else {
                    #expect(await failure { try await api.send(route) }?.kind == .pinMismatch)
                }
            }
        }
        #expect(server.requestCount == 2)
    }

    @Test func `HTTP 2 goes through a tunnel, which is used again`() async throws {
        let (nginx, proxy) = (try await Nginx.shared(), try await ForwardProxy())
        defer { proxy.close() }
        let api = try await client(of: nginx.secureURL, through: "http://127.0.0.1:\(proxy.port)")
        for index in 0..<3 {
            let response = try await api.response(to: Endpoint<Data>(.get, "/posts.json"))
            #expect(response.metrics.httpVersion == "2" && response.metrics.isReusedConnection == (index > 0))
        }
        #expect(proxy.heads.count == 1)
    }

    @Test func `a call that is cancelled while the proxy hangs ends at once`() async throws {
        let proxy = try LoopbackServer(script: [.readHead, .hang])
        let api = try await client(of: "https://origin.test", through: proxy.url)
        let call = Task { try await api.send(route) }
        #expect(await proxy.waitForRequests(1))
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(await proxy.waitForClose())
    }

    @Test func `a tunnel through a proxy that speaks TLS trusts the same authorities`() async throws {
        let authority = try await TestAuthority.shared()
        let proxy = try await ForwardProxy(identity: authority.localhost)
        defer { proxy.close() }
        let server = try LoopbackServer { _, _ in .text("ok") }
        let door = try await SecureDoor(to: server.port, authority)
        defer { door.close() }
        for url in [server.url, door.url] {
            let api = try await client(of: url, through: "https://localhost:\(proxy.port)")
            #expect(try await api.send(route) == "ok")
        }
        #expect(proxy.heads.count == 2)
        let stranger = try await client(of: door.url, through: "https://localhost:\(proxy.port)") {
            $0.transport.tls.authorities = authority.stranger
        }
        #expect(await failure { try await stranger.send(route) }?.kind == .tls(.unknownCA))
    }
}
