import Sterna
import SternaTesting
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// `--stream`: bodies that come bit by bit.
@Suite(.timeLimit(.minutes(1))) struct StreamOptionTests {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: "

    private func server(_ type: String, _ text: String) throws -> LoopbackServer {
        try LoopbackServer(script: [.read, .send("\(Self.head)\(type)\r\n\r\n\(text)"), .hang])
    }

    // B90
    @Test func `what has come is written at once, and Ctrl-C ends it with 130`() async throws {
        let server = try server("text/event-stream", "id: 1\ndata: first\n\ndata: half")
        let process = try SternaProgram.start(["--stream", server.url])
        while process.outputSoFar.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        process.send(SIGINT)
        let outcome = try await process.outcome(within: .seconds(10))
        #expect(outcome.code == 130 && outcome.text == "id: 1\ndata: first\n\ndata: half")
        #expect(await server.waitForClose(within: .seconds(3)))
    }

    @Test func `a reader that goes while the stream is silent ends it in silence`() async throws {
        let server = try server("application/x-ndjson", "{\"a\":1}\n")
        let script = "sterna --stream \(server.url) | head -n 1; echo ${PIPESTATUS[0]}"
        let outcome = try await SternaProgram.shell(script)
        #expect(outcome.text == "{\"a\":1}\n0\n" && outcome.errorText.isEmpty)
        #expect(await server.waitForClose(within: .seconds(3)))
    }

    @Test func `a pipe gets the bytes as they are, a terminal lines of JSON set out`() async throws {
        let text = "{\"a\":1,\"b\":[true]}\nplain \u{1B}[31m\n\n[2]"
        let server = try LoopbackServer { request, _ in
            Answer(fields: [.init("Content-Type", String(request.path.dropFirst()))], body: text.utf8)
        }
        for type in ["application/x-ndjson", "text/event-stream", "application/json"] {
            let url = "\(server.url)/\(type)"
            #expect(try await SternaProgram.run(["--stream", url]).text == text)
            let shown = try await onTerminal(url)
            let lines = shown.split(whereSeparator: \.isNewline).map(String.init)
            #expect(lines.contains("  \"a\": 1,") && lines.contains("plain \\u{1B}[31m"), "\(type): \(lines)")
            #expect(!shown.contains("\u{1B}"))
        }
        // What has no lines of its own is shown as it comes, and is harmless too.
        let plain = try await onTerminal("\(server.url)/text/plain")
        #expect(plain.contains("{\"a\":1,\"b\":[true]}") && !plain.contains("\u{1B}"))
    }

    @Test func `--max-body and a cut stream are errors after what came`() async throws {
        let long = try server("text/event-stream", String(repeating: "data: x\n\n", count: 100))
        #expect(try await SternaProgram.run(["--stream", "--max-body", "64", long.url]).code == 8)
        let cut = "\(Self.head)text/event-stream\r\nContent-Length: 99\r\n\r\ndata: x\n\n"
        let broken = try LoopbackServer(script: [.read, .send(cut), .close])
        let outcome = try await SternaProgram.run(["--stream", broken.url])
        #expect(outcome.code == 8 && outcome.text == "data: x\n\n")
    }

    private func onTerminal(_ url: String) async throws -> String {
        let line = "NO_COLOR=1 TERM=xterm \(SternaProgram.path) --stream \(url)"
        return try await ChildProcess.run("script", ["-qec", line, "/dev/null"]).text
    }
}
