import SternaTesting
import TestSupport
import Testing

@testable import SternaCLI

@Suite struct PinOptionTests {
    @Test func `one pin is enough, and a wrong one names the real keys`() async throws {
        let authority = try await TestAuthority.shared()
        let server = try LoopbackServer { _, _ in .text("ok") }
        let door = try await SecureDoor(to: server.port, authority)
        defer { door.close() }
        let real = try await authority.pin(of: authority.localhost.certificate)
        let trusted = [door.url, "--cacert", authority.certificate, "--pin"]
        let good = try await SternaProgram.run(trusted + [real])
        #expect(good.code == 0 && good.text == "ok" && good.errorText.contains("no backup"))
        let bad = try await SternaProgram.run(trusted + ["sha256/" + String(repeating: "A", count: 43) + "="])
        #expect(bad.code == 6 && bad.errorText.contains("pinMismatch") && bad.errorText.contains(real))
        #expect(server.requestCount == 1)
    }

    @Test func `the curl command demands the same key`() async throws {
        let key = String(repeating: "A", count: 43) + "="
        let text = try await SternaProgram.run(["https://localhost/", "--pin", "sha256/\(key)", "--curl"]).text
        #expect(text.contains("--pinnedpubkey 'sha256//\(key)'"))
    }
}
