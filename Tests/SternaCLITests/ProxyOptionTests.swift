import Sterna
import SternaTesting
import TestSupport
import Testing

@testable import SternaCLI

@Suite struct ProxyOptionTests {
    @Test func `the environment names a proxy for each scheme, and hosts without one`() async throws {
        let authority = try await TestAuthority.shared()
        let (plain, secure) = (try await ForwardProxy(), try await ForwardProxy())
        defer { [plain, secure].forEach { $0.close() } }
        let server = try LoopbackServer { _, _ in .text("ok") }
        let door = try await SecureDoor(to: server.port, authority)
        defer { door.close() }
        var environment = [
            "http_proxy": "http://127.0.0.1:\(plain.port)", "HTTPS_PROXY": "127.0.0.1:\(secure.port)",
            "HTTP_PROXY": "http://127.0.0.1:1",
        ]
        for url in [server.url, door.url] {
            let run = try await SternaProgram.run([url, "--cacert", authority.certificate], environment: environment)
            #expect(run.text == "ok", "\(run.errorText)")
        }
        #expect(plain.heads.count == 1 && secure.heads.first?.hasPrefix("CONNECT localhost:\(door.port)") == true)
        environment["NO_PROXY"] = "other.test, 127.0.0.0/8"
        #expect(try await SternaProgram.run([server.url], environment: environment).text == "ok")
        environment["NO_PROXY"] = nil
        #expect(
            try await SternaProgram.run([server.url, "--no-proxy", "127.0.0.1"], environment: environment).text == "ok")
        #expect(plain.heads.count == 1 && server.requestCount == 4)
    }

    @Test func `a proxy that is named is taken, its password is shown nowhere, and a 407 is exit 6`() async throws {
        let proxy = try await ForwardProxy(credentials: "me:s3cret")
        defer { proxy.close() }
        let server = try LoopbackServer { _, _ in .text("ok") }
        let place = "127.0.0.1:\(proxy.port)"
        let good = try await SternaProgram.run([server.url, "--proxy", "http://me:s3cret@\(place)", "-v"])
        #expect(good.code == 0 && good.text == "ok" && !good.errorText.contains("s3cret"))
        for words in [["--proxy", "me:wr0ng@\(place)"], ["--proxy", place]] {
            let (bad, report) = try await ReportRecord.of([server.url] + words)
            #expect(bad.code == 6 && bad.errorText.contains("407") && report.error?.kind == "proxy")
            #expect(report.attempts.count == 1 && report.error?.retryable == false)
            #expect(!bad.errorText.contains("wr0ng") && !"\(report)".contains("wr0ng"))
        }
        let odd = try await SternaProgram.run([server.url], environment: ["http_proxy": "http://me:s3cret@a b:x"])
        #expect(odd.code == 6 && !odd.errorText.contains("s3cret"), "\(odd.errorText)")
        #expect(server.requestCount == 1)
    }
}
