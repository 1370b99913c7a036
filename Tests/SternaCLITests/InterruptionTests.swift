import Sterna
import SternaTesting
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite struct InterruptionTests {
    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
    func `a signal cancels, leaves no file and reports`(signal: Int32, code: Int32) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc"
        let server = try LoopbackServer(scripts: [[.read, .send(head), .hang]])
        let report = folder.path("r.json")
        let words = [server.url, "-o", folder.path("body"), "--report", report]
        let process = try SternaProgram.start(words)
        #expect(await server.waitForRequests(1))
        process.send(signal)
        #expect(await server.waitForClose(within: .milliseconds(1000)))
        #expect(try await process.outcome().code == code)
        let record = try ReportRecord.read(report)
        #expect(record.outcome == "cancelled")
        #expect(record.error == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["r.json"])
    }

    @Test(arguments: ["-", "a=@-", "a:=@-", "@/dev/stdin", "--form a=@-", "--auth-bearer @-", "--auth-basic u:@-"])
    func `a wait for standard input ends at once`(_ words: String) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let server = try LoopbackServer { _, _ in .text("x") }
        let fifo = folder.path("fifo")
        for (signal, code) in [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)] {
            let report = folder.path("r.json")
            let line =
                "[ -p \(fifo) ] || mkfifo \(fifo); exec \(SternaProgram.path) post \(server.url) \(words) -v"
                + " --report \(report) <> \(fifo)"
            let process = try ChildProcess.start("/bin/bash", ["-c", line])
            // The report's draft is there before anything is read.
            while try FileManager.default.contentsOfDirectory(atPath: folder.path).count < 2 {
                try await Task.sleep(for: .milliseconds(5))
            }
            try await Task.sleep(for: .milliseconds(50))
            let start = ContinuousClock.now
            process.send(signal)
            #expect(try await process.outcome(within: .seconds(10)).code == code)
            #expect(ContinuousClock.now - start < .milliseconds(1500))
            #expect(try ReportRecord.read(report).outcome == "cancelled")
            try FileManager.default.removeItem(atPath: report)
        }
        #expect(server.requestCount == 0)
    }

    @Test func `a message that nobody reads does not keep it alive`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let server = try LoopbackServer { _, _ in .text("x") }
        // A pipe that is full for its messages.
        let line =
            "mkfifo \(folder.path("full")) && exec 9<> \(folder.path("full")) && "
            + "dd if=/dev/zero bs=65536 count=1 status=none >&9 && touch \(folder.path("go"))"
            + " && exec \(SternaProgram.path) \(server.url) -v 2>&9"
        let process = try ChildProcess.start("/bin/bash", ["-c", line])
        while !FileManager.default.fileExists(atPath: folder.path("go")) { try await Task.sleep(for: .milliseconds(5)) }
        try await Task.sleep(for: .milliseconds(200))
        process.send(SIGTERM)
        #expect(try await process.outcome(within: .seconds(10)).code == 143)
    }

    @Test func `what was started to ignore Ctrl-C obeys kill -INT`() async throws {
        let server = try LoopbackServer(scripts: [[.read, .hang]])
        let line = "trap '' INT; exec \(SternaProgram.path) \(server.url)"
        let process = try ChildProcess.start("/bin/bash", ["-c", line])
        #expect(await server.waitForRequests(1))
        process.send(SIGINT)
        #expect(try await process.outcome(within: .seconds(10)).code == 130)
    }

    @Test func `a closed pipe ends it in silence`() async throws {
        let server = try LoopbackServer { _, _ in
            Answer.chunks(length: nil) { $0 < 100_000 ? Data(repeating: 65, count: 10_000) : nil }
        }
        let outcome = try await SternaProgram.shell("sterna \(server.url) | head -c 10; echo ${PIPESTATUS[0]}")
        #expect(outcome.text == "AAAAAAAAAA0\n")
        #expect(outcome.errorText == "")
        #expect(await server.waitForClose())
        let help = try await SternaProgram.shell("sterna --help | head -n 1; echo ${PIPESTATUS[0]}")
        #expect(help.text.hasSuffix("\n0\n"))
    }
}
