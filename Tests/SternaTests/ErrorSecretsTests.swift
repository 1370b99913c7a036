import Sterna
import SternaTesting
import TestSupport
import Testing

/// What an error, and whatever it holds, shows of itself.
@Suite struct ErrorSecretsTests {
    private static let secrets = [
        "b3arer-t0ken+/x", "passw0rd:x", "c00kie%20x", "fi3ld-key", "qu3ry key&x", "js0n-\"secret", "f0rm secret+",
    ]

    /// Every way in which a program writes a value.
    private func shown(_ error: APIError) -> String {
        var text = ""
        dump(error, to: &text)
        dump(error.request, to: &text)
        dump(error.response, to: &text)
        for field in error.request?.fields ?? [:] { dump(field, to: &text) }
        text += "\(error) \(error as any Error) \(String(reflecting: error)) \(error.errorDescription ?? "")"
        text += "\(error.detail) \(error.suggestion) \(error.underlying.map { "\($0)" } ?? "")"
        text += "\(error.refusal.map { "\($0)" } ?? "")"
        for language in Language.allCases { text += error.userMessage(in: language) }
        if let request = error.request { text += "\(request) \(request.fields) \(request.url) \([request])" }
        if let response = error.response { text += "\(response) \(response.fields) \([response])" }
        return text
    }

    private func expectNoSecret(in text: String, _ comment: String) {
        for secret in Self.secrets {
            #expect(!text.contains(secret), "\(secret) in \(comment): \(text)")
            #expect(!text.contains(PercentEncoding.encoded(secret)), "\(secret) percent-encoded in \(comment)")
            for prefix in ["", "u", "u:", "sid="] {
                let base64 = Data((prefix + secret).utf8).base64EncodedString().prefix { $0 != "=" }.dropLast()
                #expect(!text.contains(base64), "\(secret) in Base64 in \(comment)")
            }
        }
    }

    private func endpoint(_ path: String) -> Endpoint<Int> {
        var endpoint = Endpoint<Int>(.post, "/echo", query: [QueryItem("shop", Self.secrets[4])])
        endpoint.body = .json(["client_secret": Self.secrets[5], "name": "visible"])
        endpoint.fields["X-Way"] = path
        return endpoint
    }

    // B50
    @Test(arguments: ["/refused", "/broken", "/dropped", "/moved", "/words"])
    func `no secret of a request is shown, not even where the server sends it back`(_ way: String) async throws {
        let server = try LoopbackServer { request, _ in try answer(request) }
        for authentication in [
            Authentication.bearer(AccessToken(Secret(Self.secrets[0]))),
            .basic(user: "u", password: Secret(Self.secrets[1])),
            .apiKey(Secret(Self.secrets[3]), field: try #require(HTTPField.Name("X-Shop"))),
            .apiKey(Secret(Self.secrets[4]), query: "shop"),
        ] {
            let api = try APIClient(baseURL: server.url) {
                $0.authentication = authentication
                $0.authentication?.scope = .always
                $0.fields = ["Cookie": "sid=\(Self.secrets[2])", "X-Api-Key": "\(Self.secrets[3])"]
                $0.redaction = $0.redaction.adding(names: ["shop"])
                $0.retry = .never
            }
            let error = await #expect(throws: APIError.self) { () async throws in _ = try await api.send(endpoint(way))
            }
            expectNoSecret(in: shown(try #require(error)), way)
        }
    }

    /// Sends everything back that it was sent, in all forms.
    private func answer(_ request: ReceivedRequest) throws -> Answer {
        let sent = request.fields.map { "\($0.name) is \($0.value)" }.joined(separator: " | ")
        let body = String(decoding: request.body, as: UTF8.self)
        let all = "\(request.target) \(sent) \(body) \(Data("u:\(Self.secrets[5])".utf8).base64EncodedString())"
        let coded = PercentEncoding.encoded(all)
        let words = try JSONEncoder().encode(["message": "We do not take \(all)", "code": "taken"])
        switch request.values(of: "X-Way").first {
        case "/refused":
            return Answer(422, fields: [.init("X-Echo", coded), .init("Content-Type", "x/\(coded)")], body: words)
        case "/words":
            return Answer(400, fields: [.init("Content-Type", "application/json")], body: words)
        case "/broken":
            return .json("{\"said\": [\"\(coded)\", \"x\"]}")
        case "/moved":
            return Answer(302, fields: [.init("Location", "ftp://u:p@h/\(coded)?x=\(coded)")])
        default:
            return Answer(200, fields: [.init("Content-Length", "\(coded)")], body: words)
        }
    }

    @Test func `a field or a URL alone is masked by what the process has declared`() throws {
        let redaction = Redaction.standard.adding(fields: [try #require(HTTPField.Name("X-Pat"))], names: ["pat_id"])
        _ = try APIClient(baseURL: "http://h") { $0.redaction = redaction }
        #expect("\(try HTTPField(name: "x-pat", value: "4711"))" == "x-pat: ***")
        #expect(String(reflecting: HTTPFields([try HTTPField(name: "X-PAT", value: "4711")])) == "X-PAT: ***")
        let url = try URI("http://me:4711@h/?pat_id=4711&a=1")
        #expect("\(url)" == "http://***@h/?pat_id=***&a=1" && url.text.contains("me:4711@h/?pat_id=4711"))
        var text = ""
        dump(url, to: &text)
        #expect(!text.contains("4711"))
    }

    @Test func `a client, an item of a query and a wrong URL show no secret either`() throws {
        let api = try APIClient(baseURL: "http://me:4711-secret@h/?token=4711-secret") {
            $0.query = [QueryItem("api_key", "4711-secret"), .object("user", ["password": "4711-secret"])]
            $0.fields = ["X-Api-Key": "4711-secret"]
            $0.authentication = .bearer("4711-secret")
        }
        var text = ""
        dump(api.configuration, to: &text)
        dump(Endpoint<Int>(.get, "/", query: api.configuration.query), to: &text)
        let wrong = #expect(throws: APIError.self) { try APIClient(baseURL: "http://me:4711-secret@h:x/") }
        dump(wrong, to: &text)
        dump(wrong?.underlying, to: &text)
        #expect(!text.contains("4711-secret") && text.contains("api_key=***"))
    }

    @Test func `a form of several parts keeps its secrets`() throws {
        var form = MultipartForm()
        form.append(.text("password", "4711"))
        form.append(.text("note", "visible"))
        let whole = HTTPRequest(.post, try URI("http://h/"), body: try .multipart(form))
        #expect(!whole.curlCommand().contains("4711") && whole.curlCommand().contains("visible"))
        form = MultipartForm()
        form.append(.text("client_secret", "4711-secret"))
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try Data("pixels".utf8).write(to: folder.url("photo"))
        form.append(.file("photo", folder.path("photo")))
        let streamed = HTTPRequest(.post, try URI("http://h/"), body: try .multipart(form))
        #expect(APIError(.connect, "sent 4711-secret", request: streamed).description.contains("sent ***"))
    }

    @Test func `an upload that is counted keeps its secrets`() async throws {
        let server = try LoopbackServer { _, _ in .json(#"{"message":"We do not take 4711-secret"}"#, status: 422) }
        let api = try APIClient(baseURL: server.url)
        let body = HTTPBody.data(Data(#"{"password":"4711-secret"}"#.utf8), contentType: .json)
        let request = HTTPRequest(.post, try URI(server.url), body: body)
        let error = await #expect(throws: APIError.self) { () async throws in
            _ = try await api.upload(request) { _ in }
        }
        #expect(error?.userMessage == "We do not take ***")
    }

    @Test func `an error stays on one line, whatever the server says`() throws {
        let error = APIError(.rejected, "first\r\nsecond\u{2028}third\u{202E}fourth")
        #expect("\(error)" == "rejected: first\\r\\nsecond\\u{2028}third\\u{202E}fourth")
    }
}
