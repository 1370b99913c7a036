import Sterna
import SternaTesting
import TestSupport
import Testing

@testable import SternaCLI

@Suite struct OutputTests {
    @Test func `the body goes to standard output as it came, nothing to standard error`() async throws {
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let server = try LoopbackServer { _, _ in Answer(body: bytes) }
        let outcome = try await SternaProgram.run([server.url])
        #expect(outcome.output == Data(bytes))
        #expect(outcome.errorText == "")
    }

    @Test func `--headers prints the head, with --body both, --quiet nothing`() async throws {
        let server = try LoopbackServer { _, _ in Answer(200, fields: [.init("X-A", "1")], body: "hello".utf8) }
        let head = try await SternaProgram.run(["-h", server.url])
        #expect(head.text.hasPrefix("HTTP/1.1 200 OK\n"))
        #expect(head.text.contains("X-A: 1\n"))
        #expect(!head.text.contains("hello"))
        let both = try await SternaProgram.run(["-hb", server.url])
        #expect(both.text.hasPrefix("HTTP/1.1 200 OK\n"))
        #expect(both.text.hasSuffix("\n\nhello"))
        let quiet = try await SternaProgram.run(["-q", server.url])
        #expect(quiet.output.isEmpty && quiet.errors.isEmpty)
        let only = try await SternaProgram.run(["head", server.url])
        #expect(only.text.hasPrefix("HTTP/1.1 200 OK\n"))
    }

    @Test func `--verbose shows both heads on standard error and masks every secret (B50)`() async throws {
        let server = try LoopbackServer { _, _ in
            Answer(200, fields: [.init("Set-Cookie", "sid=hunter2")], body: "hello".utf8)
        }
        let url = server.url.split(separator: "/").last ?? ""
        let outcome = try await SternaProgram.run([
            "-v", "http://u:hunter2@\(url)/x?token=hunter2", "Cookie:a=hunter2", "X-Api-Key:hunter2",
            "password=hunter2",
        ])
        #expect(outcome.text == "hello")
        #expect(outcome.errorText.contains("POST http://"))
        #expect(outcome.errorText.contains("HTTP/1.1 200 OK"))
        #expect(!outcome.errorText.contains("hunter2"))
    }

    @Test func `no error text and no report shows a secret (B50)`() async throws {
        let server = try LoopbackServer(scripts: [[.read, .close]])
        let url = server.url.split(separator: "/").last ?? ""
        let (outcome, report) = try await ReportRecord.of([
            "post", "http://u:hunter2@\(url)/x?token=hunter2", "Authorization:Bearer hunter2", "password=hunter2",
        ])
        #expect(outcome.code == 6)
        #expect(!outcome.errorText.contains("hunter2"))
        #expect(!String(describing: report).contains("hunter2"))
    }

    @Test func `--output appears only when complete`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write("body", "old")
        let whole = Data(repeating: 65, count: 200_000)
        let cut = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"
        let broken = try LoopbackServer(scripts: [[.read, .send(cut), .close]])
        #expect(try await SternaProgram.run([broken.url, "-o", path]).code == 8)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
        let server = try LoopbackServer { _, _ in Answer(body: whole) }
        let outcome = try await SternaProgram.run([server.url, "-o", path])
        #expect(outcome.code == 0 && outcome.output.isEmpty)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == whole)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["body"])
    }

    @Test func `--output follows a link and writes to devices`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let server = try LoopbackServer { _, _ in .text("new") }
        let path = try folder.write("body", "old")
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "body")
        #expect(try await SternaProgram.run([server.url, "-o", folder.path("link")]).code == 0)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
        #expect(try await SternaProgram.run([server.url, "-o", "/dev/null"]).code == 0)
        #expect(try await SternaProgram.run([server.url, "-o", "-"]).text == "new")
        #expect(try await SternaProgram.shell("sterna \(server.url) -o /dev/stdout | cat").text == "new")
    }

    @Test func `--curl prints a command that sends the same request, and sends nothing itself`() async throws {
        let server = try LoopbackServer { _, _ in .text("ok") }
        let words = [
            "put", server.url + "/a b?x={1}", "q==it's", "X-A:1 $HOME", "X-E;", "title=it's \"$(x)\" ü", "n:=1.10",
        ]
        let command = try await SternaProgram.run(words + ["--curl"])
        #expect(server.requestCount == 0)
        _ = try await SternaProgram.run(words)
        #expect(try await ChildProcess.run("/bin/sh", ["-c", command.text]).code == 0)
        let (ours, theirs) = (server.requests[0], server.requests[1])
        #expect(ours.method == theirs.method)
        #expect(ours.target == theirs.target)
        #expect(ours.body == theirs.body)
        for name in ["Accept", "Content-Type", "X-A", "X-E"] { #expect(ours[name] == theirs[name], "\(name)") }
    }

    @Test func `--curl masks every secret`() async throws {
        let outcome = try await SternaProgram.run([
            "post", "http://u:hunter2@localhost/x?token=hunter2", "Authorization:Bearer hunter2", "Cookie:hunter2",
            "password=hunter2", #"a:={"b":[{"password":"hunter2"}]}"#, "--proxy", "http://u:hunter2@localhost:1",
            "--curl",
        ])
        #expect(outcome.text.hasPrefix("curl "))
        #expect(!outcome.text.contains("hunter2"))
        for raw in [#"{"a":{"password":"hunter2"}}"#, "token=hunter2&a=1"] {
            let outcome = try await SternaProgram.run(["post", ":80", "--raw", raw, "--curl"])
            #expect(outcome.code == 0 && !outcome.text.contains("hunter2"), "\(outcome.text)")
        }
    }

    @Test func `a body of any size goes through at a flat memory`() async throws {
        let chunk = Data(repeating: 65, count: 1 << 16)
        let server = try LoopbackServer { _, _ in Answer.chunks(length: 400 << 20) { $0 < 6400 ? chunk : nil } }
        let outcome = try await SternaProgram.shell(
            "ulimit -v 1500000; sterna \(server.url) -o /dev/null --report - | grep -o '\"body_bytes\":[0-9]*'")
        #expect(outcome.text == "\"body_bytes\":\(400 << 20)\n")
    }

    @Test func `wire bytes are those before decoding, body bytes those after`() async throws {
        let demo = try DemoAPI.start()
        let (outcome, report) = try await ReportRecord.of([demo.url + "/gzip"])
        #expect(report.body_bytes == Int64(outcome.output.count))
        #expect(report.wire_bytes > 0 && report.wire_bytes != report.body_bytes)
        let plain = try await ReportRecord.of([demo.url + "/bytes/300000"]).report
        #expect((plain.body_bytes, plain.wire_bytes) == (300_000, 300_000))
    }

    @Test func `on a terminal JSON is set out in colours, and a binary body is refused with a note`() async throws {
        let server = try LoopbackServer { request, _ in
            request.path == "/json" ? .json(#"{"b":[1.10],"a":"x"}"#) : Answer(body: [0, 1, 2, 0x1B])
        }
        let json = try await onTerminal(server.url + "/json")
        #expect(json.contains("\u{1B}["))
        #expect(json.contains("1.10"))
        let plain = try await onTerminal(server.url + "/json", "NO_COLOR=1")
        #expect(
            plain.split(whereSeparator: \.isNewline) == ["{", "  \"b\": [", "    1.10", "  ],", "  \"a\": \"x\"", "}"])
        let binary = try await onTerminal(server.url + "/bytes")
        #expect(binary.contains("the body is binary"))
        #expect(!binary.utf8.contains(1))
    }

    /// What the program shows on a terminal.
    private func onTerminal(_ url: String, _ variable: String = "TERM=xterm") async throws -> String {
        let line = "env -u NO_COLOR \(variable) \(SternaProgram.path) \(url)"
        return try await ChildProcess.run("script", ["-qec", line, "/dev/null"]).text
    }

    @Test func `control characters of a server do not reach a terminal`() {
        var filter = TerminalText()
        let text = "a\u{1B}]0;title\u{7}b\r\n\tü\u{9B}31m"
        var whole = filter.shown(Data(text.utf8))
        whole += filter.end()
        #expect(String(decoding: whole, as: UTF8.self) == "a\\u{1B}]0;title\\u{7}b\n\tü\\u{9B}31m")
        var bytewise = Data()
        for byte in Data(text.utf8) { bytewise += filter.shown(Data([byte])) }
        #expect(bytewise + filter.end() == whole)
    }

    @Test func `the help names every option that works and every exit code`() async throws {
        let help = try await SternaProgram.run(["--help"])
        #expect(help.code == 0)
        for option in OptionTable.request + OptionTable.serve + OptionTable.image + OptionTable.watching {
            #expect(help.text.contains("--\(option.long)"))
        }
        for code in [0, 2, 3, 4, 5, 6, 7, 8, 9] { #expect(help.text.contains("\n  \(code) ")) }
        #expect(help.text.split(separator: "\n").allSatisfy { $0.count <= 120 })
        #expect(!help.text.contains("\u{1B}"))
        #expect(try await SternaProgram.run([]).text == help.text)
        #expect(try await SternaProgram.run(["--version"]).text == "sterna \(Program.version)\n")
    }

    @Test(arguments: Invocation.Shell.allCases)
    func `completions are text that the shell can read`(shell: Invocation.Shell) async throws {
        let text = try await SternaProgram.run(["completions", shell.rawValue]).text
        for option in OptionTable.request { #expect(text.contains(option.long)) }
        guard shell == .bash else { return }
        #expect(try await ChildProcess.run("/bin/bash", ["-n", "-c", text]).code == 0)
    }
}
