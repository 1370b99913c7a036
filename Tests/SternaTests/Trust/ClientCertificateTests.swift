import Sterna
import SternaTesting
import TestSupport
import Testing

/// How a client shows who it is.
struct ClientCertificateTests {
    private func answer(_ own: ClientCertificate) async throws -> HTTPResponse {
        let (authority, nginx) = (try await TestAuthority.shared(), try await Nginx.shared())
        let client = WireClient(nginx.mutualURL) {
            $0.tls.authorities = authority.certificate
            $0.tls.clientCertificate = own
        }
        return try await client.get("/posts.json")
    }

    private func openssl(_ words: [String]) async throws {
        let outcome = try await ChildProcess.run("openssl", words)
        #expect(outcome.code == 0, "\(outcome.errorText)")
    }

    @Test func `one file of PKCS 12 is enough, with its passphrase`() async throws {
        let (authority, folder) = (try await TestAuthority.shared(), try TemporaryFolder())
        defer { folder.remove() }
        let file = folder.path("client.p12")
        try await openssl(
            ["pkcs12", "-export", "-in", authority.client.certificate, "-inkey", authority.client.key, "-out", file]
                + ["-passout", "pass:s3cret"])
        #expect(try await answer(.pkcs12(file, passphrase: "s3cret")).status == 200)
        for own in [
            ClientCertificate.pkcs12(file, passphrase: "wr0ng"), .pkcs12(authority.certificate, passphrase: ""),
        ] {
            let error = await failure { try await answer(own).status }
            #expect(error?.kind == .tls(.other) && error?.detail.contains("PKCS12") == true, "\(error as Any)")
            #expect(!"\(error as Any) \(own)".contains("wr0ng"))
        }
        #expect(await failure { try await answer(.pkcs12("/nowhere", passphrase: "")).status }?.kind == .fileSystem)
    }

    @Test func `an encrypted key needs its passphrase, and nobody is asked for it`() async throws {
        let (authority, folder) = (try await TestAuthority.shared(), try TemporaryFolder())
        defer { folder.remove() }
        let key = folder.path("client.key")
        try await openssl(
            ["pkey", "-in", authority.client.key, "-aes256", "-passout", "pass:s3cret", "-out", key])
        let certificate = authority.client.certificate
        let right = ClientCertificate(certificate: certificate, key: key, passphrase: "s3cret")
        #expect(try await answer(right).status == 200)
        let silent = ClientCertificate(certificate: certificate, key: key)
        #expect(await failure { try await answer(silent).status }?.kind == .tls(.other))
    }
}
