import Sterna
import SternaTesting
import TestSupport
import Testing

@testable import SternaCLI

/// `--follow`, and what is told of redirects.
@Suite struct RedirectOptionTests {
    private func chain() throws -> LoopbackServer {
        try LoopbackServer { request, _ in
            let left = Int(request.path.dropFirst()) ?? 0
            return left == 0
                ? .text("end") : Answer(302, fields: [.init("Location", "/\(left - 1)?token=hunter2")])
        }
    }

    @Test func `--follow counts, 0 follows none, and more than allowed is 3`() async throws {
        let server = try chain()
        let rows: [(String, Int32, Int, Int)] = [("3", 0, 3, 200), ("2", 3, 2, 302), ("0", 3, 0, 302)]
        for (limit, code, hops, status) in rows {
            let (outcome, report) = try await ReportRecord.of([server.url + "/3", "--follow", limit])
            #expect(outcome.code == code && report.redirects.count == hops && report.status == status, "\(limit)")
            #expect(report.redirects.allSatisfy { $0.status == 302 && !$0.url.contains("hunter2") })
            #expect(report.attempts.count == hops + 1)
        }
        #expect(
            try await ReportRecord.of([server.url + "/3", "--follow", "2"]).report.error?.kind == "tooManyRedirects")
        let twenty = try await ReportRecord.of([server.url + "/21"])
        #expect(twenty.outcome.code == 3 && twenty.report.redirects.count == 20)
    }

    @Test func `--verbose shows each hop, where credentials stay behind, and no secret`() async throws {
        let other = try LoopbackServer { _, _ in .text("end") }
        let server = try LoopbackServer { [url = other.url] request, _ in
            request.path == "/a"
                ? Answer(301, fields: [.init("Location", "/b?token=hunter2")])
                : Answer(302, fields: [.init("Location", url + "/c")])
        }
        let outcome = try await SternaProgram.run([server.url + "/a", "-v", "--auth-bearer", "hunter2"])
        #expect(outcome.text == "end")
        #expect(outcome.errorText.contains("redirect: 301 Moved Permanently to \(server.url)/b?token=***\n"))
        #expect(outcome.errorText.contains("redirect: 302 Found to \(other.url)/c, another origin"))
        #expect(!outcome.errorText.contains("hunter2"))
        #expect(server.requests.map { $0["Authorization"] } == ["Bearer hunter2", "Bearer hunter2"])
        #expect(other.requests.first?["Authorization"] == nil)
    }

    @Test func `a redirect that is refused is 3`() async throws {
        let server = try LoopbackServer { _, _ in Answer(302, fields: [.init("Location", "ftp://a.test/")]) }
        let (outcome, report) = try await ReportRecord.of([server.url])
        #expect(outcome.code == 3 && report.error?.kind == "redirectRefused" && report.status == 302)
    }
}
