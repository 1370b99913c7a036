import Sterna
import SternaTesting
import TestSupport
import Testing

@testable import SternaCLI

@Suite struct RetryOptionTests {
    private func server(failing: Int) throws -> LoopbackServer {
        let left = Lock(failing)
        return try LoopbackServer { _, _ in
            let fails = left.withLock { left in
                left -= 1
                return left >= 0
            }
            return fails
                ? .text("busy", status: 503, fields: [.init("Retry-After-Ms", "1")]) : .text("fine")
        }
    }

    @Test func `three attempts are made, and verbose names each`() async throws {
        let server = try server(failing: 1)
        let outcome = try await SternaProgram.run([server.url, "--verbose"])
        #expect(outcome.code == 0 && server.requestCount == 2)
        #expect(outcome.errorText.contains("attempt 1: 503 Service Unavailable\nattempt 2, after a wait of "))
        #expect(outcome.errorText.contains(" ms: 200 OK\n"))
    }

    @Test func `a POST is sent again only when told so, or with a key`() async throws {
        for (options, count) in [([], 1), (["--retry-unsafe"], 2), (["--idempotency-key", "k"], 2)] as [([String], Int)]
        {
            let server = try server(failing: 1)
            let outcome = try await SternaProgram.run(["post", server.url, "a=b"] + options)
            #expect(server.requestCount == count && outcome.code == (count == 2 ? 0 : 5), "\(options)")
        }
    }

    @Test func `the report has each attempt and each redirect`() async throws {
        let server = try LoopbackServer { request, _ in
            request.path == "/a" ? Answer(302, fields: [.init("Location", "/b?token=s3cret")]) : .text("ok")
        }
        let (outcome, report) = try await ReportRecord.of([server.url + "/a"])
        #expect(outcome.code == 0 && report.attempts.map(\.status) == [302, 200])
        #expect(report.redirects.map(\.status) == [302])
        #expect(report.redirects.first?.url.hasSuffix("/b?token=***") == true)
    }

    @Test func `--follow bounds the way, and 0 shows the redirect itself`() async throws {
        let server = try LoopbackServer { _, _ in Answer(302, fields: [.init("Location", "/again")]) }
        #expect(try await SternaProgram.run([server.url, "--follow", "2"]).code == 3)
        #expect(server.requestCount == 3)
        let outcome = try await SternaProgram.run([server.url, "--follow", "0", "--headers"])
        #expect(outcome.code == 3 && outcome.text.contains("/again"))
    }
}
