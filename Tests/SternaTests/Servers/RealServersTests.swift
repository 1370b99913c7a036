import TestSupport
import Testing

/// The servers themselves, seen by the curl program: what other suites build upon.
@Suite struct RealServersTests {
    private func curl(_ arguments: String...) async throws -> String {
        let outcome = try await ChildProcess.run("curl", ["-sS", "--max-time", "20"] + arguments)
        #expect(outcome.code == 0, "\(outcome.errorText)")
        return outcome.text
    }

    @Test func `nginx serves JSON in the clear and over HTTP 2`() async throws {
        let nginx = try await Nginx.shared()
        let authority = try await TestAuthority.shared()
        #expect(try await curl("\(nginx.url)/posts.json") == Nginx.posts)
        let answer = try await curl(
            "--cacert", authority.certificate, "-w", " %{http_version}", "\(nginx.secureURL)/posts.json")
        #expect(answer == Nginx.posts + " 2")
    }

    @Test func `nginx stores what is put and wants a client's certificate where told so`() async throws {
        let nginx = try await Nginx.shared()
        let authority = try await TestAuthority.shared()
        _ = try await curl("-X", "PUT", "--data-binary", "kept", "\(nginx.url)/store/servers-test")
        #expect(try await curl("\(nginx.url)/store/servers-test") == "kept")
        let status = ["--cacert", authority.certificate, "-o", "/dev/null", "-w", "%{http_code}"]
        let refused = try await ChildProcess.run("curl", ["-sS"] + status + ["\(nginx.mutualURL)/posts.json"])
        #expect(refused.text == "400")
        let identity = ["--cert", authority.client.certificate, "--key", authority.client.key]
        let taken = try await ChildProcess.run("curl", ["-sS"] + status + identity + ["\(nginx.mutualURL)/posts.json"])
        #expect(taken.text == "200")
    }

    @Test func `httpbin echoes, also behind nginx`() async throws {
        let httpbin = try await HTTPBin.shared()
        let nginx = try await Nginx.shared()
        #expect(try await curl("-d", "a=1", "\(httpbin.url)/post").contains(#""a":"1""#))
        #expect(try await curl("-d", "a=1", "\(nginx.url)/httpbin/post").contains(#""a":"1""#))
    }

    @Test func `a program that does not end is killed and named`() async throws {
        await #expect(throws: ChildProcess.Failure.self) {
            try await ChildProcess.run("sleep", ["30"], within: .milliseconds(50))
        }
    }

    @Test func `a program's code, output and signal are seen`() async throws {
        let outcome = try await ChildProcess.run("sh", ["-c", "cat; echo bad >&2; exit 3"], input: Data("in".utf8))
        #expect(outcome.code == 3)
        #expect(outcome.text == "in")
        #expect(outcome.errorText == "bad\n")
        let killed = try ChildProcess.start("sleep", ["30"])
        killed.send(15)
        #expect(try await killed.outcome().code == 143)
    }
}
