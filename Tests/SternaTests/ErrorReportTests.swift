import Sterna
import SternaTesting
import Testing

/// What a caller learns of a failure, through real sockets.
struct ErrorReportTests {
    @Test func `a refusal keeps its status, its fields and its words`() async throws {  // B39
        let server = try LoopbackServer { _, _ in
            .json(#"{"code":"E7","message":"The date is past."}"#, status: 422, fields: [.init("X-Request-Id", "r1")])
        }
        let error = await failure { try await client(of: server).send(Endpoint<Int>(.post, "/")) }
        #expect(
            error?.kind == .rejected && error?.response?.status == 422
                && error?.response?.fields["X-Request-Id"] == "r1")
        #expect(error?.refusal?.message == "The date is past." && error?.refusal?.code == "E7")
        #expect(error?.userMessage == "The date is past.")
    }

    @Test func `of a huge error as much is kept as a person could read`() async throws {  // B39
        let server = try LoopbackServer { _, _ in .text(String(repeating: "x", count: 5 << 20), status: 400) }
        let error = await failure { try await client(of: server).send(Endpoint<Int>(.get, "/")) }
        #expect(error?.kind == .rejected && error?.response?.bytes?.count == 64 << 10)
    }

    @Test func `an error whose body stalls is cut, and its status stays`() async throws {  // B39
        let server = try LoopbackServer(
            script: [.read, .send("HTTP/1.1 500 X\r\nContent-Length: 100\r\n\r\n{\"message\":"), .hang])
        let start = ContinuousClock.now
        let error = await failure {
            try await client(of: server) {
                $0.retry = .never
                $0.timeouts.total = .seconds(4)
            }.send(Endpoint<Int>(.get, "/"))
        }
        #expect(error?.kind == .server && error?.response?.status == 500)
        #expect(ContinuousClock.now - start < .seconds(6))
    }

    @Test func `a page is never taken for broken JSON`() async throws {  // B40
        let page = "<!DOCTYPE html><title>Sign in to the café's network</title>"
        let server = try LoopbackServer { request, _ in
            switch request.path {
            case "/502": .html(page, status: 502)
            case "/json": .json(page)
            case "/html": .html(page)
            default: .text("accepted, later", status: 202)
            }
        }
        let api = try client(of: server) { $0.retry = .never }
        let gateway = await failure { try await api.send(Endpoint<Int>(.get, "/502")) }
        #expect(gateway?.kind == .server && gateway?.detail == "the server answered 502, text/html; charset=utf-8")
        #expect(gateway?.userMessage.contains("<") == false)
        for (path, type) in [("html", "text/html"), ("json", "application/json")] {
            let error = await failure { try await api.send(Endpoint<[Int]>(.get, "/\(path)")) }
            #expect(error?.kind == .decoding && error?.response?.status == 200)
            #expect(error?.detail.contains("<!DOCTYPE html>") == true, "\(error?.detail ?? "")")
            #expect(path == "json" || error?.detail.contains(type) == true, "\(error?.detail ?? "")")
        }
        let later = await failure { try await api.send(Endpoint<[Int]>(.get, "/202")) }
        #expect(later?.kind == .decoding && later?.detail.contains("accepted, later") == true)
        #expect(later?.detail.contains("text/plain") == true, "\(later?.detail ?? "")")
    }

    // B41
    @Test func `each failure of the way has a kind of its own, with the library's code and phase`() async throws {
        let ok = "HTTP/1.1 200 OK\r\n"
        let rows: [(Script, APIError.Kind, TransportFault.Phase?)] = [
            ([.read, .send(ok + "Content-Length: 10\r\n\r\nhalf"), .close], .truncated, .receive),
            (
                [.read, .send(ok + "Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\nhalf"), .close], .decompression,
                nil
            ),
            ([.read, .send(ok + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n"), .close], .malformedResponse, nil),
            ([.read, .send("SSH-2.0-OpenSSH\r\n"), .close], .malformedResponse, nil),
            ([.read, .hang], .timedOut(.idle), .wait),
            ([.read, .reset], .connectionLost, .wait),
        ]
        for (number, row) in rows.enumerated() {
            let server = try LoopbackServer(script: row.0)
            let api = try client(of: server) {
                $0.retry = .never
                $0.timeouts.idle = .milliseconds(300)
            }
            let error = await failure { try await api.send(Endpoint<Data>(.get, "/")) }
            #expect(error?.kind == row.1, "row \(number): \(String(describing: error))")
            let fault = error?.underlying as? TransportFault
            if let phase = row.2 {
                #expect(fault?.phase == phase && fault?.code ?? 0 != 0, "row \(number): \(fault as Any)")
            }
        }
        let gone = try LoopbackServer { _, _ in Answer() }
        let url = gone.url
        gone.stop()
        let refused = await failure {
            try await APIClient(baseURL: url) { $0.retry = .never }.send(Endpoint<Data>(.get, "/"))
        }
        #expect(refused?.kind == .connect && (refused?.underlying as? TransportFault)?.phase == .connect)
        let unknown = await failure {
            try await APIClient(baseURL: "http://nowhere.invalid") { $0.retry = .never }.send(Endpoint<Data>(.get, "/"))
        }
        #expect(unknown?.kind == .dns)
    }

    @Test func `no error shows a secret, however it is printed`() async throws {  // B50
        let server = try LoopbackServer { request, _ in
            .json(#"{"token":"b0dysecret"}"#, status: 400, fields: [.init("Set-Cookie", "sid=c00kie")])
        }
        let address = server.url.replacing("http://", with: "http://user:p4ssw0rd@")
        for (url, requiresAuthentication) in [(address, false), (server.url, true)] {
            try await expectNoSecret(url, requiresAuthentication)
        }
        #expect(server.requests.map { $0["Authorization"]?.prefix(6) } == ["Basic ", "Bearer"])
        #expect(server.requests.allSatisfy { $0["X-Api-Key"] == "fi3ldkey" })
    }

    private func expectNoSecret(_ url: String, _ requiresAuthentication: Bool) async throws {
        let api = try APIClient(baseURL: url) {
            $0.fields = ["Cookie": "sid=c00kie", "X-Api-Key": "fi3ldkey"]
            $0.query = [QueryItem("api_key", "qu3rykey")]
            $0.authentication = .bearer("b3arer")
        }
        let body = ["client_secret": "b0dysecret"]
        let endpoint = Endpoint<Int>(
            .post, "/", body: .json(body), requiresAuthentication: requiresAuthentication)
        let error = try #require(await failure { try await api.send(endpoint) })
        let shown = [
            "\(error)", String(reflecting: error), "\(Optional(error) as Any)", error.userMessage, error.suggestion,
            error.localizedDescriptionOrEmpty, "\(error.request as Any)", error.request.map { "\($0.fields)" } ?? "",
            error.response.map { "\($0.fields)" } ?? "", error.detail,
        ].joined(separator: "\n")
        let basic = Data("user:p4ssw0rd".utf8).base64EncodedString()
        for secret in ["p4ssw0rd", "c00kie", "fi3ldkey", "qu3rykey", "b3arer", "b0dysecret", basic] {
            #expect(!shown.contains(secret), "\(secret) in \(shown)")
        }
    }
}

extension APIError {
    fileprivate var localizedDescriptionOrEmpty: String { errorDescription ?? "" }
}

/// Cookies, of which the client keeps none.
struct CookieReportTests {
    @Test func `lines of Set-Cookie stay apart up to the caller`() async throws {  // B102
        let lines = ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/", "a=; Max-Age=0", "b=x, y"]
        let server = try LoopbackServer { _, _ in .json("1", fields: lines.map { .init("Set-Cookie", $0) }) }
        let response = try await client(of: server).response(to: Endpoint<Int>(.get, "/"))
        #expect(response.fields[values: .setCookie] == lines)
    }

    @Test func `a cookie that a server sets goes to nobody, on no way`() async throws {  // B103
        let other = try LoopbackServer { _, _ in .text("other") }
        let server = try LoopbackServer { [url = other.url] request, _ in
            let cookies = ["a=1", "b=2; Domain=com", "c=3; Domain=127.0.0.1; Path=/", "__Host-d=4; Secure; Path=/"]
            let fields = cookies.map { Answer.Field("Set-Cookie", $0) }
            switch request.path {
            case "/away": return Answer(302, fields: fields + [.init("Location", url)])
            case "/on": return Answer(302, fields: fields + [.init("Location", "/end")])
            default: return .text("ok", fields: fields)
            }
        }
        let api = try client(of: server)
        for path in ["/", "/on", "/away", "/"] as [EndpointPath] {
            _ = try await api.send(Endpoint<String>(.get, path))
        }
        _ = try await api.exchange(HTTPRequest(.get, try URI(other.url)))
        #expect(server.requestCount == 5 && other.requestCount == 2)
        #expect((server.requests + other.requests).allSatisfy { $0["Cookie"] == nil })
    }
}
