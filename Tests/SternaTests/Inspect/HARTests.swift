import Sterna
import SternaTesting
import TestSupport
import Testing

@Suite struct HARTests {
    private let recorder = ExchangeRecorder()

    /// The archive as it was written, when it keeps to the schema.
    private func archive(_ har: HAR? = nil) async throws -> String {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try (har ?? HAR(recorder.exchanges)).write(to: folder.path("x.har"))
        #expect(try await HARSchema.faults(of: folder.path("x.har")) == "")
        #expect(
            try FileManager.default.attributesOfItem(atPath: folder.path("x.har"))[.posixPermissions] as? Int == 0o600)
        return String(decoding: try Data(contentsOf: folder.url("x.har")), as: UTF8.self)
    }

    private func client(_ server: LoopbackServer) throws -> APIClient {
        try APIClient(baseURL: server.url) {
            $0.recorder = recorder
            $0.retry = .never
        }
    }

    @Test func `an archive of everything that can happen keeps to the schema`() async throws {
        let date = "Wed, 21 Oct 2026 07:28:00 GMT"
        let server = try LoopbackServer { request, _ in
            switch request.path {
            case "/dead": .script([.close])
            case "/cut": .script([.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"), .close])
            case "/moved": Answer(302, fields: [.init("Location", "/b?x=1")])
            case "/png": Answer(fields: [.init("Content-Type", "image/png")], body: [0x89, 0x50])
            case "/odd": Answer(999, fields: [.init("Content-Type", "nonsense")], body: "x".utf8)
            case "/cookies":
                Answer(
                    204,
                    fields: [
                        .init("Set-Cookie", "a=secret-a; Path=/; HttpOnly; Secure; Expires=\(date)"),
                        .init("Set-Cookie", "broken"), .init("Set-Cookie", "b=; Domain=h; Expires=never"),
                    ])
            default: .json(#"{"é":"ü\u0000"}"#)
            }
        }
        let api = try client(server)
        for path in ["/dead", "/cut", "/moved", "/png", "/odd", "/cookies", "/b"] {
            var request = HTTPRequest(.get, try URI(server.url + path + "?q=a+b%20c&é={x}&flag&=v"))
            request.fields = ["Cookie": "a=secret-a; b", "X-Empty": ""]
            _ = try? await api.exchange(request)
        }
        let bodies: [HTTPBody] = [
            .text("text"), .data(Data([0, 1])), .data(Data()), BodyEncoder().form([("a b", "c&d"), ("password", "p")]),
            .chunks(isReplayable: true) { AsyncStream<Data> { $0.finish() } },
            .text(String(repeating: "x", count: 99_999)),
        ]
        for body in bodies { _ = try? await api.exchange(HTTPRequest(.post, try URI(server.url), body: body)) }
        let stream = try await api.stream(Endpoint<Data>(.get, "/b"))
        let text = try await archive()
        _ = stream
        #expect(text.contains(#""status":0,"statusText":"","#) && text.contains(#""_error":"connectionLost"#))
        #expect(
            text.contains(#""redirectURL":"/b?x=1""#) && text.contains(#""queryString":[{"name":"x","value":"1"}]"#))
        #expect(text.contains(#"{"name":"a","value":"***","path":"/","expires":"2026-10-21T07:28:00.000Z","#))
        #expect(text.contains(#""params":[{"name":"a b","value":"c&d"},{"name":"password","value":"***"}]"#))
        #expect(text.contains(#""size":2,"compression":0,"mimeType":"image/png","comment":"#))
        #expect(text.contains("it had not ended") && text.contains(#""statusText":"Found""#))
        #expect(try await archive(HAR([])).contains(#""entries":[]"#))
    }

    // B120
    @Test func `a token is masked from the answer that gives it to the request that sends it`() async throws {
        let token = "eyJ0b2tlbi9+vw"
        let server = try LoopbackServer { request, _ in
            let sent =
                "\(request.target) \(request["Authorization"] ?? "") \(String(decoding: request.body, as: UTF8.self))"
            return request.path == "/token"
                ? .json(#"{"access_token":"\#(token)","refresh_token":"r3fresh-token","again":"\#(token)"}"#)
                : .json(#"{"echo":"\#(PercentEncoding.encoded(sent))"}"#, fields: [.init("X-Echo", "ok \(sent)")])
        }
        let api = try client(server)
        let form = Endpoint<Data>.Body {
            try $0.form(["grant_type": "code", "client_secret": "cl1ent-s3cret", "code": "c0de-from-server"])
        }
        _ = try await api.send(Endpoint<Data>(.post, "/token", body: form))
        var next = Endpoint<Data>(.get, "/me", query: [QueryItem("state", "r3fresh-token"), QueryItem("x", "visible")])
        next.fields[.authorization] = "Bearer \(token)"
        _ = try await api.send(next)
        let text = try await archive()
        for secret in [token, "r3fresh-token", "cl1ent-s3cret", "c0de-from-server"] {
            for form in [secret, PercentEncoding.encoded(secret), Data(secret.utf8).base64EncodedString()] {
                #expect(!text.contains(form), "\(form) in \(text)")
            }
        }
        #expect(text.contains("visible"))
    }

    @Test func `times add up over a real connection`() async throws {
        let server = try LoopbackServer { _, _ in .script([.wait(.milliseconds(60)), .send("HTTP/1.1 204 No\r\n\r\n")])
        }
        let api = try client(server)
        _ = try await api.send(Endpoint<Void>(.get, "/"))
        _ = try await api.send(Endpoint<Void>(.get, "/"))
        struct Archive: Decodable {
            struct Log: Decodable { let entries: [Entry] }
            struct Entry: Decodable {
                let time: Double
                let serverIPAddress: String?
                let timings: [String: Double]
            }
            let log: Log
        }
        let entries = try JSONDecoder().decode(Archive.self, from: Data(try await archive().utf8)).log.entries
        for entry in entries {
            #expect(try #require(entry.timings["wait"]) >= 50 && entry.time >= 50)
            #expect(entry.timings["ssl"] == -1 && entry.serverIPAddress == "127.0.0.1")
        }
        #expect(entries[0].timings["connect"] != -1 && entries[1].timings["connect"] == -1)
    }

    @Test func `a place that cannot be written is said`() {
        let error = #expect(throws: APIError.self) { try HAR([]).write(to: "/nonexistent/x.har") }
        #expect(error?.kind == .fileSystem)
    }
}
