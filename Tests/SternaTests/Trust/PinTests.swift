import Sterna
import SternaTesting
import TestSupport
import Testing

/// Pins: real certificates, real TLS.
struct PinTests {
    private let backup = Pin(Digest(hexadecimal: String(repeating: "ab", count: 32))!)
    private let other = Pin(Digest(hexadecimal: String(repeating: "cd", count: 32))!)

    /// What a call comes to, three connections in a row: each answer closes its own.
    private func calls(
        _ identity: TestAuthority.Identity?, _ pins: [Pins], authority: TestAuthority
    ) async throws -> [APIError?] {
        let server = try LoopbackServer { _, _ in .text("ok").closing() }
        let door = try await SecureDoor(to: server.port, authority, as: identity)
        defer { door.close() }
        let client = WireClient(door.url) {
            $0.tls.authorities = authority.certificate
            $0.tls.pins = pins
        }
        var results: [APIError?] = []
        for _ in 0..<3 {
            do {
                #expect(try await client.get("/").text == "ok")
                results.append(nil)
            } catch { results.append(error as? APIError) }
        }
        // Not a byte of a request went to a server whose key is not pinned.
        #expect(server.requestCount == results.filter { $0 == nil }.count)
        return results
    }

    private func pin(_ certificate: String, _ authority: TestAuthority) async throws -> Pin {
        try #require(Pin(try await authority.pin(of: certificate)))
    }

    @Test func `pins are read and written in one form`() throws {
        let text = "sha256//" + String(repeating: "A", count: 43)
        #expect(
            Pin("sha256/" + String(repeating: "A", count: 43) + "=")?.digest.bytes == Array(repeating: 0, count: 32))
        #expect(Pin(text + "=")?.description == "sha256/" + String(repeating: "A", count: 43) + "=")
        let slashed = Digest(hexadecimal: "fc" + String(repeating: "00", count: 31))!
        #expect(slashed.base64.hasPrefix("/") && Pin("sha256/" + slashed.base64)?.digest == slashed)
        #expect(Pin("sha256//" + slashed.base64)?.digest == slashed)
        for odd in ["", "sha256/", "sha1/AAAA", "sha256/AAAA", "AAAA", text + "==", "sha256/" + text] {
            #expect(Pin(odd) == nil, "\(odd)")
        }
    }

    @Test func `the server's own key holds, and so does an authority's above it`() async throws {
        let authority = try await TestAuthority.shared()
        for certificate in [authority.localhost.certificate, authority.certificate] {
            let pins = [try Pins("localhost", try await pin(certificate, authority), backup: backup)]
            #expect(try await calls(nil, pins, authority: authority) == [nil, nil, nil])
        }
    }

    // B109
    @Test func `an intermediate's key holds on three connections in a row`() async throws {
        let authority = try await TestAuthority.shared()
        let (identity, middle) = try await authority.intermediate()
        let pins = [try Pins("localhost", try await pin(middle, authority), backup: backup)]
        #expect(try await calls(identity, pins, authority: authority) == [nil, nil, nil])
    }

    // B109
    @Test func `a certificate that was merely sent counts for nothing`() async throws {
        let authority = try await TestAuthority.shared()
        let identity = try await authority.withStranger()
        let pins = [try Pins("localhost", try await pin(authority.stranger, authority), backup: backup)]
        let errors = try await calls(identity, pins, authority: authority)
        #expect(errors.map { $0?.kind } == [.pinMismatch, .pinMismatch, .pinMismatch])
    }

    // B108
    @Test func `a renewed certificate with the same key holds, and so does the backup`() async throws {
        let authority = try await TestAuthority.shared()
        let own = try await pin(authority.localhost.certificate, authority)
        let renewed = try await authority.renewed()
        #expect(
            try await calls(renewed, [try Pins("localhost", own, backup: backup)], authority: authority) == [
                nil, nil, nil,
            ])
        #expect(
            try await calls(nil, [try Pins("localhost", backup, backup: own)], authority: authority) == [nil, nil, nil])
    }

    @Test func `a mismatch names the real keys, and nothing was sent`() async throws {
        let authority = try await TestAuthority.shared()
        let errors = try await calls(nil, [try Pins("localhost", other, backup: backup)], authority: authority)
        let error = try #require(errors[0])
        #expect(error.kind == .pinMismatch && !error.mayHaveBeenProcessed && !error.isRetryable)
        for certificate in [authority.localhost.certificate, authority.certificate] {
            let real = try await authority.pin(of: certificate)
            #expect(error.detail.contains(real))
        }
    }

    // B108
    @Test func `pins end at their date, and hold for their hosts alone`() async throws {
        let authority = try await TestAuthority.shared()
        let past = Date(timeIntervalSinceNow: -1)
        let free: [Pins] = [
            try Pins("localhost", other, backup: backup, until: past), try Pins("other.test", other, backup: backup),
            try Pins("ocalhost", includesSubdomains: true, other, backup: backup),
        ]
        #expect(try await calls(nil, free, authority: authority) == [nil, nil, nil])
        let later = Date(timeIntervalSinceNow: 600)
        let held = [try Pins("LOCALHOST", other, backup: backup, until: later)]
        let kinds = try await calls(nil, held, authority: authority).map { $0?.kind }
        #expect(kinds == [.pinMismatch, .pinMismatch, .pinMismatch])
    }

    @Test func `a host is pinned however it is written, and never asked in the clear`() async throws {
        let authority = try await TestAuthority.shared()
        for (pinned, asked) in [("localhost.", "localhost"), ("localhost", "localhost."), ("LocalHost", "localhost")] {
            let server = try LoopbackServer { _, _ in .text("ok") }
            let door = try await SecureDoor(to: server.port, authority)
            defer { door.close() }
            let pins = [try Pins(pinned, other, backup: backup)]
            let secure = WireClient("https://\(asked):\(door.port)") {
                $0.tls.authorities = authority.certificate
                $0.tls.pins = pins
            }
            await #expect { try await secure.get("/") } throws: {
                [.pinMismatch, .tls(.wrongHost), .dns].contains(($0 as? APIError)?.kind)
            }
            let clear = WireClient("http://\(asked):\(server.port)") { $0.tls.pins = pins }
            await #expect { try await clear.get("/") } throws: { ($0 as? APIError)?.kind == .invalidRequest }
            #expect(server.requestCount == 0)
        }
        #expect(try Pins("bücher.example", other, backup: backup).host == "xn--bcher-kva.example")
        #expect(try Pins("::1", other, backup: backup).host == "[::1]")
        for odd in ["", "a b", "https://a.test", "a/b"] {
            #expect(throws: APIError.self) { _ = try Pins(odd, other, backup: backup) }
        }
        #expect(throws: APIError.self) { _ = try Pins("a.test", other, backup: other) }
    }

    @Test func `a pin stands on top of the usual checks, never in their place`() async throws {
        let authority = try await TestAuthority.shared()
        let own = try await pin(authority.localhost.certificate, authority)
        let server = try LoopbackServer { _, _ in .text("ok") }
        let door = try await SecureDoor(to: server.port, authority)
        defer { door.close() }
        let pins = [try Pins("localhost", own, backup: backup)]
        let stranger = WireClient(door.url) {
            $0.tls.authorities = authority.stranger
            $0.tls.pins = pins
        }
        await #expect { try await stranger.get("/") } throws: { ($0 as? APIError)?.kind == .tls(.unknownCA) }
        let unchecked = WireClient(door.url) {
            $0.tls.verifiesServer = false
            $0.tls.pins = pins
        }
        await #expect { try await unchecked.get("/") } throws: { ($0 as? APIError)?.kind == .invalidRequest }
        #expect(server.requestCount == 0)
    }
}

/// Why TLS fails, each with a certificate of its own.
struct TrustTests {
    private func kind(_ identity: TestAuthority.Identity, options: String = "") async throws -> APIError.Kind? {
        let authority = try await TestAuthority.shared()
        let server = try LoopbackServer { _, _ in .text("ok") }
        let door = try await SecureDoor(to: server.port, authority, as: identity, options: options)
        defer { door.close() }
        let client = WireClient(door.url) { $0.tls.authorities = authority.certificate }
        do {
            _ = try await client.get("/")
            return nil
        } catch { return (error as? APIError)?.kind }
    }

    // B110
    @Test func `each reason has its own kind`() async throws {
        let authority = try await TestAuthority.shared()
        #expect(try await kind(authority.localhost) == nil)
        #expect(try await kind(try await authority.expired()) == .tls(.expired))
        #expect(try await kind(try await authority.selfSigned()) == .tls(.selfSigned))
        let other = try await authority.identity("elsewhere", names: "DNS:elsewhere.test")
        #expect(try await kind(other) == .tls(.wrongHost))
    }

    @Test func `a client's certificate is shown, and one that cannot be read is named`() async throws {
        let (authority, nginx) = (try await TestAuthority.shared(), try await Nginx.shared())
        func client(_ own: ClientCertificate?) -> WireClient {
            WireClient(nginx.mutualURL) {
                $0.tls.authorities = authority.certificate
                $0.tls.clientCertificate = own
            }
        }
        let own = ClientCertificate(certificate: authority.client.certificate, key: authority.client.key)
        #expect(try await client(own).get("/posts.json").status == 200)
        #expect(try await client(nil).get("/posts.json").status == 400)
        let missing = ClientCertificate(certificate: authority.client.certificate, key: "/nowhere/key.pem")
        await #expect { try await client(missing).get("/") } throws: {
            ($0 as? APIError)?.kind == .fileSystem && "\($0)".contains("/nowhere/key.pem")
        }
        let swapped = ClientCertificate(certificate: authority.client.certificate, key: authority.localhost.key)
        await #expect { try await client(swapped).get("/") } throws: { ($0 as? APIError)?.kind == .tls(.other) }
    }
}
