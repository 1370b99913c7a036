import Sterna
import SternaTesting
import Testing

/// What a client writes about its calls.
struct CallLogTests {
    private let lines = Lock<[String]>([])

    private func log(_ level: CallLog.Level) -> CallLog {
        CallLog(level) { [lines] line in lines.withLock { $0.append(line) } }
    }

    private var text: String { lines.withLock { $0.joined(separator: "\n") } }

    @Test func `one line a call, with its attempts`() async throws {
        let transport = MockTransport.sequence([.json("{}", status: 503), .json("[1,2]")])
        let api = try APIClient(baseURL: "http://h", transport: transport) {
            $0.log = log(.calls)
            $0.clock = ManualClock(autoAdvance: .upTo(.seconds(5)))
            $0.random = { 1 }
        }
        _ = try await api.send(Endpoint<[Int]>(.get, "/x", query: [QueryItem("token", "s3cret")]))
        #expect(text == "GET http://h/x?token=*** → 200, 5 bytes, 2 attempts, 500 ms")
    }

    @Test func `errors and cancellations have a line too`() async throws {
        let api = try APIClient(
            baseURL: "http://h", transport: MockTransport { _ in throw APIError(.dns, "no such host: h?key=s3cret") }
        ) {
            $0.log = log(.calls)
            $0.retry = .never
        }
        _ = try? await api.send(Endpoint<Int>(.get, "/"))
        let call = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await api.send(Endpoint<Int>(.get, "/"))
        }
        _ = try? await call.value
        #expect(text.contains("GET http://h/ → dns: no such host: h?key=***, 0 ms"))
        #expect(text.contains("→ cancelled"))
    }

    @Test func `no secret is written at any level, in no form`() async throws {
        let secrets = ["b3arer", "passw0rd", "c00kie", "fi3ldkey", "qu3rykey", "jsons3cret", "f0rmsecret"]
        let server = try LoopbackServer { _, _ in
            .json(
                #"{"access_token":"jsons3cret","next":"http://h/?api_key=qu3rykey","ok":"visible"}"#,
                fields: [.init("Set-Cookie", "sid=c00kie"), .init("Location", "/x?token=qu3rykey")])
        }
        let form = Endpoint<Data>.Body { try $0.form(["password": "f0rmsecret", "name": "visible too"]) }
        for level in CallLog.Level.allCases {
            let api = try APIClient(baseURL: server.url) {
                $0.log = log(level)
                $0.fields = ["X-Api-Key": "fi3ldkey", "Cookie": "sid=c00kie"]
                $0.authentication = .bearer("b3arer")
            }
            let query = [QueryItem("api_key", "qu3rykey")]
            _ = try await api.data(for: Endpoint(.post, "/a", query: query, body: form, requiresAuthentication: true))
            let body = ["client_secret": "jsons3cret"]
            var basic = Endpoint<Data>(.post, "/b", query: query, body: .json(body))
            basic.fields[.authorization] = "Basic " + Data("u:passw0rd".utf8).base64EncodedString()
            _ = try await api.data(for: basic)
        }
        for secret in secrets {
            #expect(!text.contains(secret), "\(secret)")
            #expect(!text.contains(Data(secret.utf8).base64EncodedString().prefix(8)), "\(secret) in base64")
        }
        #expect(!text.contains(Data("u:passw0rd".utf8).base64EncodedString()))
        #expect(text.contains("visible") && text.contains("visible+too") || text.contains("visible%20too"))
        #expect(text.contains("Authorization: Bearer ***"))
    }

    // B50
    @Test(arguments: [nil, "text/plain", "application/json", "text/html", "application/xml", "application/x-ndjson"])
    func `a body is masked whatever it is labelled as`(_ type: String?) async throws {
        let bodies = [
            #" {"password":"hunter22","a":[{"token":1234567}],"again":"hunter22"}"#, #"[{"api_key":"hunter22"}]"#,
            "a=visible&password=hunter22", "<x><password>hunter22</password></x>",
            "{\"id\":1}\n{\"pin\":\"hunter22\"}\n",
            #"{"token":"hunter22"# + String(repeating: "x", count: 50_000), "[info] token=hunter22 {",
        ]
        for body in bodies {
            let server = try LoopbackServer { _, _ in
                Answer(fields: type.map { [.init("Content-Type", $0)] } ?? [], body: body.utf8)
            }
            let api = try APIClient(baseURL: server.url) { $0.log = log(.bodies) }
            let sent = HTTPBody.data(Data(body.utf8), contentType: type.flatMap(MediaType.init))
            _ = try await api.exchange(HTTPRequest(.post, try URI(server.url), body: sent))
        }
        #expect(!text.contains("hunter22") && !text.contains("1234567"), "\(text)")
    }

    @Test func `what a server sends cannot begin a line of its own`() async throws {
        let transport = MockTransport { request in
            throw APIError(.connect, "no\r\n← 200 of GET http://h/\u{2028}forged", request: request)
        }
        for level in CallLog.Level.allCases {
            let api = try APIClient(baseURL: "http://h", transport: transport) {
                $0.log = log(level)
                $0.retry = .never
            }
            _ = try? await api.send(Endpoint<Int>(.get, "/"))
        }
        let all = lines.withLock { $0 }
        #expect(all.count == 7)
        #expect(all.allSatisfy { !$0.contains("\r") && !$0.contains("\u{2028}") && !$0.contains("\n←") })
    }

    @Test func `bodies are bounded, and those that are no text or a stream are not shown`() async throws {
        let server = try LoopbackServer { request, _ in
            request.path == "/png"
                ? Answer(fields: [.init("Content-Type", "image/png")], body: [0x89, 0x50])
                : .text(String(repeating: "x", count: 9000) + "\u{1B}[31m")
        }
        let api = try APIClient(baseURL: server.url) { $0.log = log(.bodies) }
        _ = try await api.data(for: Endpoint<Data>(.get, "/long"))
        _ = try await api.data(for: Endpoint<Data>(.get, "/png"))
        let response = try await api.stream(Endpoint<Data>(.get, "/long"))
        #expect(text.contains("xxx… (9005 bytes)") && !text.contains(String(repeating: "x", count: 4097)))
        #expect(text.contains("(2 bytes of image/png)") && text.contains("(a stream)"))
        guard case .stream(let body) = response.body else {
            Issue.record("no stream")
            return
        }
        var count = 0
        for try await chunk in body { count += chunk.count }
        #expect(count == 9005)
    }
}
