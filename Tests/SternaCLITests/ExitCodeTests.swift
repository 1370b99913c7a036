import Sterna
import SternaTesting
import TestSupport
import Testing

@testable import SternaCLI

@Suite struct ExitCodeTests {
    @Test(
        arguments: [
            (200, 0, nil), (204, 0, nil), (302, 3, "unexpectedStatus"), (304, 4, "unexpectedStatus"),
            (401, 4, "unauthorized"), (404, 4, "rejected"), (422, 4, "rejected"), (429, 4, "rateLimited"),
            (500, 5, "server"), (503, 5, "server"),
        ] as [(Int, Int32, String?)])
    func `the status decides the exit code and the report`(status: Int, code: Int32, kind: String?) async throws {
        let server = try LoopbackServer { _, _ in Answer(status, fields: [.init("Location", "/elsewhere")]) }
        let (outcome, report) = try await ReportRecord.of([server.url, "--retry", "1", "--follow", "0"])
        #expect(outcome.code == code)
        #expect(report.status == status)
        #expect(report.error?.kind == kind)
        #expect(report.outcome == (kind == nil ? "success" : "failure"))
        #expect(report.attempts.count == 1)
        #expect(report.attempts.first?.http == "1.1")
        #expect(outcome.errorText.isEmpty == (kind == nil))
        #expect(server.requestCount == 1)
    }

    @Test func `304 is a success of a request that asked for it`() async throws {
        let server = try LoopbackServer { _, _ in Answer(304) }
        #expect(try await SternaProgram.run([server.url, #"If-None-Match:"a""#]).code == 0)
    }

    @Test func `the body of an error is printed all the same`() async throws {
        let server = try LoopbackServer { _, _ in .json(#"{"code":7}"#, status: 422) }
        let outcome = try await SternaProgram.run([server.url])
        #expect(outcome.text == #"{"code":7}"#)
        #expect(outcome.errorText.contains("422 Unprocessable Content"))
    }

    @Test(
        arguments: [
            ([.read, .close], 6, "connectionLost"), ([.read, .reset], 6, "connectionLost"),
            ([.read, .send("hello there\n"), .close], 8, "malformedResponse"),
            ([.read, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"), .close], 8, "truncated"),
            ([.read, .hang], 7, "timedOut"),
            ([.read, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"), .hang], 7, "timedOut"),
        ] as [(Script, Int32, String)])
    func `a fault on the wire has its own code and kind`(script: Script, code: Int32, kind: String) async throws {
        let server = try LoopbackServer(scripts: [script])
        let (outcome, report) = try await ReportRecord.of(["post", server.url, "--timeout", "3", "--raw", "x"])
        #expect(outcome.code == code)
        #expect(report.error?.kind == kind)
        #expect(report.outcome == "failure")
        #expect(report.error?.family == "technical")
    }

    @Test func `each limit in time is named by its phase`() async throws {
        let server = try LoopbackServer(scripts: [[.read, .hang]])
        let total = try await SternaProgram.run([server.url, "--timeout", "200ms"])
        #expect(total.code == 7)
        #expect(total.errorText.contains("timedOut (total)"))
        let idle = try await SternaProgram.run([server.url, "--idle-timeout", "0.3"])
        #expect(idle.code == 7)
        #expect(idle.errorText.contains("timedOut (idle)"))
    }

    @Test func `no connection is 6`() async throws {
        let (outcome, report) = try await ReportRecord.of(["127.0.0.1:1/"])
        #expect(outcome.code == 6)
        #expect(report.error?.kind == "connect")
        #expect(report.error?.retryable == true)
        #expect(report.status == nil)
    }

    @Test func `a body larger than --max-body is 8 and is never written whole`() async throws {
        let server = try LoopbackServer { _, _ in Answer(body: [UInt8](repeating: 65, count: 300_000)) }
        let (outcome, report) = try await ReportRecord.of([server.url, "--max-body", "64K"])
        #expect(outcome.code == 8)
        #expect(report.error?.kind == "tooLarge")
        #expect(outcome.output.count <= 65536)
        #expect(try await SternaProgram.run([server.url, "--max-body", "300000"]).code == 0)
        #expect(try await SternaProgram.run([server.url, "--max-body", "299999", "-q"]).code == 8)
    }

    @Test func `a file that cannot be written is 9, and nothing is sent`() async throws {
        let server = try LoopbackServer { _, _ in .text("x") }
        for option in ["--output=/nowhere/at/all", "--report=/nowhere/at/all", "--output=/"] {
            let outcome = try await SternaProgram.run(["post", server.url, "a=1", option])
            #expect(outcome.code == 9, "\(option)")
            #expect(outcome.errorText.contains("fileSystem"))
        }
        #expect(server.requestCount == 0)
    }

    @Test func `a file that cannot be read is 9, and nothing is sent`() async throws {
        let server = try LoopbackServer { _, _ in .text("x") }
        for words in [["@/nowhere"], ["a=@/nowhere"], ["a:=@/nowhere"], ["@/"], ["--auth-bearer=@/nowhere"]] {
            #expect(try await SternaProgram.run(["post", server.url] + words).code == 9, "\(words)")
        }
        #expect(server.requestCount == 0)
    }

    @Test func `a wrong command line is 2, with a report, and nothing is sent`() async throws {
        let server = try LoopbackServer { _, _ in .text("x") }
        let lines = [
            ["X-A:b\r\nX-Injected: 1"], ["X A:b"], ["a:=nope"], ["--tiemout=5"], ["foo"],
            ["--auth-bearer=env:STERNA_TEST_UNSET"], ["--auth-bearer=a\nb"], ["--idempotency-key=a\nb"],
            ["--auth-basic=env:STERNA_TEST_UNSET"],
        ]
        for line in lines {
            let (outcome, report) = try await ReportRecord.of([server.url] + line)
            #expect(outcome.code == 2, "\(line)")
            #expect(report.error?.kind == "invalidRequest", "\(line)")
            #expect(report.error?.family == "caller")
        }
        #expect(server.connections.isEmpty)
    }

    @Test func `a URL that cannot be is 2`() async throws {
        for url in ["ftp://example.com/", "http://", "http://a b/", "http://[::1/", "http://host:99999/"] {
            let outcome = try await SternaProgram.run(["get", url])
            #expect(outcome.code == 2, "\(url): \(outcome.errorText)")
        }
    }
}
