import Sterna
import SternaTesting
import TestSupport
import Testing

/// Six secrets go to a server that sends all of them back, in every form; nothing that the program writes for people
/// or tools shows one. The answer's body on standard output is the server's, and comes as it is.
@Suite struct SecretOutputTests {
    private static let bearer = "b3arer/token+with-signs.and~more"
    private static let password = "pässwörd: &=?"
    private static let cookie = "c00kie%2Fvalue"
    private static let fieldKey = "fi3ld-key-0123456789"
    private static let queryKey = "qu3ry key/?&#é"
    private static let member = "js0n \"member\" \\ ü"
    private static let formField = "f0rm+field value"
    private static let all = [bearer, password, cookie, fieldKey, queryKey, member, formField]

    /// Every form in which a secret may stand in a text.
    private static func forms(of secret: String) throws -> [String] {
        let json = String(decoding: try JSONEncoder().encode([secret]), as: UTF8.self).dropFirst(2).dropLast(2)
        var forms = [secret, String(json), PercentEncoding.encoded(secret)]
        forms.append(PercentEncoding.encoded(secret).replacing("%20", with: "+"))
        let escaped = secret.unicodeScalars.map { scalar in
            scalar.isASCII ? String(scalar) : "\\u" + String(0x10000 + scalar.value, radix: 16).dropFirst()
        }
        forms.append(escaped.joined())
        for count in 0..<3 {
            // What of Base64 depends on the secret alone when so many bytes stand before it.
            let bytes = Data([UInt8](repeating: 0, count: count) + Array(secret.utf8))
            let whole = bytes.base64EncodedString().prefix { $0 != "=" }
            let text = String(whole.dropFirst(count + (count > 0 ? 1 : 0)).dropLast())
            forms += [text, text.replacing("+", with: "-").replacing("/", with: "_")]
            forms.append(PercentEncoding.encoded(text))
        }
        return forms
    }

    /// Sends back what came: in its fields, its body, and coded.
    private static func echo(_ request: ReceivedRequest, status: Int) -> Answer {
        let sent = request.fields.map { "\($0.name)=\($0.value)" }.joined(separator: " | ")
        let all =
            "\(request.target) | \(sent) | \(String(decoding: request.body, as: UTF8.self)) | "
            + Self.all.joined(separator: " | ")
        let coded = PercentEncoding.encoded(all)
        let base64 = Data(all.utf8).base64EncodedString()
        let safe = Data(("x" + all).utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
        let message = "\(all.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")) \(coded) \(base64) \(safe)"
        let field = String(all.filter { $0.isASCII })
        return Answer(
            status,
            fields: [
                .init("Content-Type", "application/json"), .init("X-Coded", coded), .init("X-Base64", base64),
                .init("X-Safe", safe), .init("X-Plain", field), .init("Set-Cookie", "sid=\(cookie); Path=/"),
                .init("Location", "/next?from=\(coded)"), .init("Retry-After", "0"),
            ], body: "{\"message\":\"\(message)\",\"code\":\"x y\"}".utf8)
    }

    private func words(_ url: String, _ credential: [String], _ body: [String]) -> [String] {
        ["post", url + "/x", "shop_key==\(Self.queryKey)", "api_key==\(Self.queryKey)", "Cookie:sid=\(Self.cookie)"]
            + ["X-Api-Key:\(Self.fieldKey)"] + credential + body
    }

    // B50
    @Test(arguments: [200, 307, 422, 500], [true, false])
    func `no output shows a secret that the server sends back`(_ status: Int, _ isForm: Bool) async throws {
        let server = try LoopbackServer { request, _ in
            Self.echo(request, status: request.path == "/next" ? 409 : status)
        }
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let body =
            isForm ? ["--form", "password=\(Self.formField)"] : ["client_secret=\(Self.member)", "name=visible"]
        for credential in [["--auth-bearer", Self.bearer], ["--auth-basic", "me:\(Self.password)"]] {
            let used =
                [Self.cookie, Self.fieldKey, Self.queryKey, isForm ? Self.formField : Self.member]
                + [credential[0] == "--auth-bearer" ? Self.bearer : Self.password]
            let words = words(server.url, credential, body)
            let output = ["-v", "--report", folder.path("report"), "--har", folder.path("har"), "-o", "/dev/null"]
            let outcome = try await SternaProgram.run(words + output)
            var texts = [
                ("standard error", outcome.errorText), ("curl", try await SternaProgram.run(words + ["--curl"]).text),
            ]
            texts.append(("head", try await SternaProgram.run(words + ["-h"]).text))
            for name in ["report", "har"] {
                texts.append((name, String(decoding: try Data(contentsOf: folder.url(name)), as: UTF8.self)))
            }
            #expect(try await HARSchema.faults(of: folder.path("har")) == "")
            for (place, text) in texts {
                #expect(!text.isEmpty)
                for secret in used {
                    for form in try Self.forms(of: secret) {
                        #expect(!text.contains(form), "\(secret) as \(form) in \(place): \(text)")
                    }
                }
            }
        }
    }

    // B105
    @Test func `the password of a proxy is in no output`() async throws {
        let proxy = "http://me:pr0xy-passw0rd@127.0.0.1:\(try Loopback.freePort())"
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let words = ["http://example.test/", "--proxy", proxy, "--retry", "1"]
        let files = ["-v", "--report", folder.path("report"), "--har", folder.path("har")]
        let outcome = try await SternaProgram.run(words + files)
        #expect(outcome.code == 6)
        let curl = try await SternaProgram.run(words + ["--curl"]).text
        let report = String(decoding: try Data(contentsOf: folder.url("report")), as: UTF8.self)
        let har = String(decoding: try Data(contentsOf: folder.url("har")), as: UTF8.self)
        for text in [outcome.errorText, curl, report, har] {
            #expect(
                !text.isEmpty && !text.contains("pr0xy")
                    && !text.contains(Data("me:pr0xy-passw0rd".utf8).base64EncodedString()))
        }
        #expect(curl.contains("http://***@127.0.0.1"))
    }

    @Test func `the archive is written for a failure and a cancellation too, and is its owner's alone`() async throws {
        let server = try LoopbackServer(scripts: [
            [.read, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"), .wait(.seconds(30))]
        ])
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        _ = try folder.write("har", "older")
        let dead = ["http://127.0.0.1:\(try Loopback.freePort())/", "--retry", "1", "--har", folder.path("har")]
        #expect(try await SternaProgram.run(dead).code == 6)
        let failed = String(decoding: try Data(contentsOf: folder.url("har")), as: UTF8.self)
        #expect(failed.contains(#""_error":"connect:"#))
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("har"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let program = try SternaProgram.start([server.url, "--har", folder.path("cancelled")])
        while server.requestCount == 0 { try await Task.sleep(for: .milliseconds(5)) }
        while !String(decoding: program.outputSoFar, as: UTF8.self).contains("abc") {
            try await Task.sleep(for: .milliseconds(5))
        }
        program.send(2)
        #expect(try await program.outcome().code == 130)
        let cancelled = String(decoding: try Data(contentsOf: folder.url("cancelled")), as: UTF8.self)
        #expect(cancelled.contains(#""_error":"cancelled""#) && cancelled.contains(#""status":200"#))
        for name in ["har", "cancelled"] { #expect(try await HARSchema.faults(of: folder.path(name)) == "") }
        #expect(try await SternaProgram.run([server.url, "--har", folder.path("no/such")]).code == 9)
    }

    @Test func `attempts are told as they happen`() async throws {
        let server = try LoopbackServer { request, _ in
            request.number == 1 ? Answer(503, fields: [.init("Retry-After", "30")]) : .text("ok")
        }
        let program = try SternaProgram.start(["-v", server.url])
        while !String(decoding: program.errorsSoFar, as: UTF8.self).contains("attempt 1: 503 Service Unavailable\n") {
            try await Task.sleep(for: .milliseconds(5))
        }
        program.send(2)
        let outcome = try await program.outcome()
        #expect(outcome.code == 130 && server.requestCount == 1)
    }
}
