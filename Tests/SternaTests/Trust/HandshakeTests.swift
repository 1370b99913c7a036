import Sterna
import SternaTesting
import TestSupport
import Testing

/// Why TLS fails, shown by servers that make it fail.
struct HandshakeTests {
    private func error(
        _ url: String, method: HTTPMethod = .get, _ change: (inout TransportOptions) -> Void = { _ in }
    ) async throws -> APIError? {
        let authority = try await TestAuthority.shared()
        let client = WireClient(url) {
            $0.tls.authorities = authority.certificate
            change(&$0)
        }
        return await failure { try await client.send(method, "/", body: method == .post ? .text("x") : nil).status }
    }

    // B110
    @Test(arguments: ["-tls1", "-tls1_1"])
    func `a server of an old version is told as such`(version: String) async throws {
        let authority = try await TestAuthority.shared()
        let server = try await OpenSSLServer(authority.localhost, version, "-cipher", "DEFAULT@SECLEVEL=0")
        defer { server.close() }
        #expect(try await error(server.url)?.kind == .tls(.protocolVersion))
    }

    @Test func `the lowest version is kept to`() async throws {
        let authority = try await TestAuthority.shared()
        let server = try await OpenSSLServer(authority.localhost, "-tls1_2")
        defer { server.close() }
        let client = WireClient(server.url) { $0.tls.authorities = authority.certificate }
        #expect(try await client.get("/").text.contains("TLSv1.2"))
        #expect(try await error(server.url) { $0.tls.minimumVersion = .v1_3 }?.kind == .tls(.protocolVersion))
    }

    // B110
    @Test func `an address is trusted when the certificate names it, and not otherwise`() async throws {
        let authority = try await TestAuthority.shared()
        let named = try await OpenSSLServer(authority.localhost)
        defer { named.close() }
        let address = WireClient("https://127.0.0.1:\(named.port)") { $0.tls.authorities = authority.certificate }
        #expect(try await address.get("/").status == 200)
        let unnamed = try await OpenSSLServer(try await authority.identity("by-name", names: "DNS:localhost"))
        defer { unnamed.close() }
        #expect(try await error("https://127.0.0.1:\(unnamed.port)")?.kind == .tls(.wrongHost))
    }

    @Test func `without authorities nobody is trusted, and that is told`() async throws {
        let authority = try await TestAuthority.shared()
        let server = try await OpenSSLServer(authority.localhost)
        defer { server.close() }
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for file in [
            "/nowhere/ca.pem", try folder.write("empty.pem", ""), try folder.write("odd.pem", "no certificate"),
        ] {
            let error = try await error(server.url) { $0.tls.authorities = file }
            #expect(error?.kind == .tls(.noTrustStore) && error?.detail.contains(file) == true, "\(file)")
            #expect(error?.suggestion.contains("ca-certificates") == true)
        }
        let stranger = try await error(server.url) { $0.tls.authorities = authority.stranger }
        #expect(stranger?.kind == .tls(.unknownCA))
    }

    // In TLS 1.3 the server's refusal comes after the handshake, where a connection that breaks looks the same.
    @Test(arguments: ["-tls1_2", "-tls1_3"], [HTTPMethod.get, .post])
    func `a certificate of the client that is missing or refused is told`(
        version: String, method: HTTPMethod
    ) async throws {
        let authority = try await TestAuthority.shared()
        let server = try await OpenSSLServer(
            authority.localhost, version, "-Verify", "1", "-verify_return_error", "-CAfile", authority.certificate)
        defer { server.close() }
        let missing = try await error(server.url, method: method)
        #expect(missing?.kind == .tls(.other) && missing?.detail.contains("of the client") == true, "\(missing!)")
        #expect(missing?.mayHaveBeenProcessed == false)
        let strange = try await authority.selfSigned()
        let refused = try await error(server.url, method: method) {
            $0.tls.clientCertificate = ClientCertificate(certificate: strange.certificate, key: strange.key)
        }
        #expect(refused?.kind == .tls(.other) && refused?.detail.contains("of the client") == true, "\(refused!)")
        let good = WireClient(server.url) {
            $0.tls.authorities = authority.certificate
            $0.tls.clientCertificate = ClientCertificate(
                certificate: authority.client.certificate, key: authority.client.key)
        }
        #expect(try await good.get("/").status == 200)
    }

    @Test func `a session that is taken up again skips no pin`() async throws {
        let authority = try await TestAuthority.shared()
        let server = try await OpenSSLServer(authority.localhost)
        defer { server.close() }
        func pages(_ pins: [Pins]) async throws -> [String] {
            let client = WireClient(server.url) {
                $0.tls.authorities = authority.certificate
                $0.tls.pins = pins
            }
            var pages: [String] = []
            for _ in 0..<3 {
                do {
                    let text = try await client.get("/").text
                    pages.append(text.contains("Reused, TLS") ? "reused" : text.contains("New, TLS") ? "new" : text)
                } catch { pages.append((error as? APIError)?.kind.name ?? "\(error)") }
            }
            return pages
        }
        let backup = Pin(Digest(hexadecimal: String(repeating: "ab", count: 32))!)
        let other = Pin(Digest(hexadecimal: String(repeating: "cd", count: 32))!)
        let own = try #require(Pin(try await authority.pin(of: authority.localhost.certificate)))
        #expect(try await pages([]) == ["new", "reused", "reused"])
        #expect(try await pages([Pins("localhost", own, backup: backup)]) == ["new", "new", "new"])
        let mismatch = Array(repeating: "pinMismatch", count: 3)
        #expect(try await pages([Pins("localhost", other, backup: backup)]) == mismatch)
    }

    @Test func `an unchecked client shares no connection with a checked one, and says what it is`() async throws {
        let authority = try await TestAuthority.shared()
        let server = try LoopbackServer { _, _ in .text("ok") }
        let door = try await SecureDoor(to: server.port, authority, as: try await authority.selfSigned())
        defer { door.close() }
        let lines = Lock<[String]>([])
        let unchecked = try APIClient(baseURL: door.url) {
            $0.transport.tls.verifiesServer = false
            $0.log = CallLog { line in lines.withLock { $0.append(line) } }
        }
        let checked = try APIClient(baseURL: door.url) { $0.retry = .never }
        let route = Endpoint<String>(.get, "/")
        for _ in 0..<2 {
            #expect(try await unchecked.send(route) == "ok")
            #expect(await failure { try await checked.send(route) }?.kind == .tls(.selfSigned))
        }
        #expect(server.connections.count == 1 && server.requestCount == 2)
        #expect(lines.withLock { $0.first?.contains("not checked") } == true)
    }

    @Test func `each reason has words of its own`() {
        let errors = APIError.TLSReason.allCases.map { APIError(.tls($0), "") }
        #expect(Set(errors.map(\.suggestion)).count == errors.count)
        let messages = Set(errors.map { $0.userMessage(in: .english) })
        // To a person a server that vouches for itself and one for which a stranger does are the same.
        #expect(messages.count == errors.count - 1)
        for error in errors { #expect(!error.userMessage.isEmpty && error.family == .technical) }
    }
}
