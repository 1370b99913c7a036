#if os(Linux)
import Glibc
import Sterna
import SternaTesting
import TestSupport
import Testing

/// The example app as a person uses it: in a terminal, key by key.
@Suite(.serialized, .timeLimit(.minutes(2))) struct PostsTerminalTests {
    private func walk(_ steps: [String], servers: [String] = []) async throws -> String {
        let driver = #filePath.replacing("PostsTerminalTests.swift", with: "terminal.py")
        let words = [driver, program] + servers + ["--"] + steps
        let outcome = try await ChildProcess.run(
            "python3", words, environment: ["LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "TERM": "xterm"])
        #expect(outcome.code == 0, "\(outcome.text) \(outcome.errorText)")
        return outcome.text
    }

    @Test func `a person moves through the list, opens a post and comes back`() async throws {
        let text = try await walk([
            "see:▶ 1 ", #"press:\x1b[B\x1b[B"#, "see:▶ 3 ", #"press:\x1b[A"#, "see:▶ 2 ", #"press:\n"#, "see:← back",
            #"press:\x7f"#, "see:▶ 2 ", "press:n", "see:new  A post from the terminal", "press:e",
            "see:Posts · staging",
            "press:q",
        ])
        #expect(text.hasSuffix("== end 0 True\n"))
    }

    @Test func `without a network the list stays, the banner shows, and trying again helps`() async throws {
        let text = try await walk([
            "see:▶ 1 ", "press:o", "see:!! No connection !!", "press:r", "see:✗ No connection. Check your network.",
            "see:▶ 1 ", "press:u", "see:u: Try again", "press:o", "press:r", "see:r reload", "press:u",
            "see:Uploaded: http://127.0.0.1", "press:q",
        ])
        #expect(text.hasSuffix("== end 0 True\n"))
    }

    @Test func `a server that does not answer is waited for, one that is not there is told`() async throws {
        let silent = try LoopbackServer(script: [.read, .hang])
        let waiting = try await walk(["see:Loading…", "press:q"], servers: [silent.url])
        #expect(waiting.hasSuffix("== end 0 True\n"))
        let failed = try await walk(["see:r: Try again", "press:q"], servers: ["http://127.0.0.1:1"])
        #expect(failed.hasSuffix("== end 0 True\n"))
    }

    @Test(arguments: ["SIGINT", "SIGTERM", "SIGHUP"])
    func `it fits a small window, and a signal leaves the terminal as it was`(signal: String) async throws {
        let text = try await walk(["see:▶ 1 ", "size:20x6", "see:…", "size:100x40", "see:▶ 1 ", "end:\(signal)"])
        #expect(text.hasSuffix("== end 0 True\n"))
        let small = text.components(separatedBy: "== …\n").last ?? ""
        #expect(small.components(separatedBy: "\n").prefix(5).allSatisfy { $0.count <= 20 })
    }

    @Test func `what is no terminal is said`() async throws {
        let outcome = try await ChildProcess.run(program)
        #expect(outcome.code == 2 && outcome.errorText.contains("needs a terminal"))
    }

    /// Beside the test bundle.
    private var program: String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let own = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        return own.prefix(upTo: own.lastIndex(of: "/") ?? own.startIndex) + "/Posts"
    }
}
#endif
