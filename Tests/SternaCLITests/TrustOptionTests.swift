import TestSupport
import Testing

@testable import SternaCLI

@Suite struct TrustOptionTests {
    @Test func `an authority is named, the check is left out with a warning, and neither by itself`() async throws {
        let authority = try await TestAuthority.shared()
        let server = try await OpenSSLServer(authority.localhost)
        defer { server.close() }
        let plain = try await SternaProgram.run([server.url])
        #expect(plain.code == 6 && plain.errorText.contains("tls") && plain.text.isEmpty)
        let trusted = try await SternaProgram.run([server.url, "--cacert", authority.certificate])
        #expect(trusted.code == 0 && trusted.text.contains("TLSv1") && !trusted.errorText.contains("not checked"))
        let unchecked = try await SternaProgram.run([server.url, "--insecure"])
        #expect(unchecked.code == 0 && unchecked.errorText.contains("certificate is not checked"))
        let nowhere = try await ReportRecord.of([server.url, "--cacert", "/nowhere/ca.pem"])
        #expect(nowhere.outcome.code == 6 && nowhere.outcome.errorText.contains("/nowhere/ca.pem"))
        #expect(nowhere.report.error?.kind == "tls" && nowhere.report.attempts.count == 1)
    }

    @Test func `the lowest version is kept to`() async throws {
        let authority = try await TestAuthority.shared()
        let server = try await OpenSSLServer(authority.localhost, "-tls1_2")
        defer { server.close() }
        let words = [server.url, "--cacert", authority.certificate, "--min-tls"]
        #expect(try await SternaProgram.run(words + ["1.2"]).text.contains("TLSv1.2"))
        let (outcome, report) = try await ReportRecord.of(words + ["1.3"])
        #expect(outcome.code == 6 && report.error?.kind == "tls" && report.error?.retryable == false)
    }

    @Test func `a certificate of the client is shown, from one file or two`() async throws {
        let (authority, nginx) = (try await TestAuthority.shared(), try await Nginx.shared())
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let both = try folder.write(
            "both.pem",
            try String(contentsOfFile: authority.client.certificate, encoding: .utf8)
                + String(contentsOfFile: authority.client.key, encoding: .utf8))
        let words = [nginx.mutualURL + "/posts.json", "--cacert", authority.certificate]
        #expect(try await SternaProgram.run(words).code == 4)
        #expect(try await SternaProgram.run(words + ["--cert", both]).code == 0)
        let two = ["--cert", authority.client.certificate, "--key", authority.client.key]
        #expect(try await SternaProgram.run(words + two).code == 0)
    }
}
