import Sterna
import SternaTesting
import TestSupport
import Testing

@testable import SternaCLI

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// `sterna --download` and `--continue`, run as a person runs them.
@Suite struct DownloadCommandTests {
    private let folder: TemporaryFolder
    private let demo: DemoAPI

    init() throws {
        folder = try TemporaryFolder()
        demo = try DemoAPI.start(keepsRequests: true)
    }

    private var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted() }

    /// Runs a line of the shell in the folder.
    private func shell(_ line: String) async throws -> ChildProcess.Outcome {
        try await SternaProgram.shell("cd \(folder.path); \(line)")
    }

    private func data(_ name: String) throws -> Data { try Data(contentsOf: folder.url(name)) }

    private func whole(_ size: Int) async throws -> Data {
        try await APIClient(baseURL: demo.url).data(for: Endpoint<Data>(.get, "/bytes/\(size)"))
    }

    @Test func `a file is saved under the name of its URL, and again under another`() async throws {
        let outcome = try await shell("sterna -d \(demo.url)/bytes/1000 && sterna --download \(demo.url)/bytes/1000")
        #expect(outcome.code == 0 && outcome.output.isEmpty)
        #expect(outcome.errorText == "sterna: saved 1000: 1.0 kB\nsterna: saved 1000-1: 1.0 kB\n")
        #expect(names == ["1000", "1000-1"])
        #expect(try data("1000") == (try await whole(1000)))
    }

    @Test func `a path that was chosen is replaced, and quiet is quiet`() async throws {
        try folder.write("f", "old")
        let outcome = try await shell("sterna -dq -o f \(demo.url)/bytes/5000")
        #expect(outcome.code == 0 && outcome.errors.isEmpty && outcome.output.isEmpty)
        #expect(try data("f").count == 5000 && names == ["f"])
    }

    @Test func `Ctrl-C leaves a part, says how to go on, and --continue does so`() async throws {
        let url = "\(demo.url)/bytes/4000000?every_ms=100"
        let report = folder.path("r.json")
        let process = try SternaProgram.start(["-d", "-o", folder.path("f"), url, "--report", report])
        let part = folder.path("f.part")
        while (try? data("f.part").count) ?? 0 < 600_000 { try await Task.sleep(for: .milliseconds(5)) }
        process.send(SIGINT)
        let outcome = try await process.outcome()
        #expect(outcome.code == 130)
        #expect(outcome.errorText.contains("of 4.0 MB are kept in \(part): the same command with --continue goes on"))
        #expect(outcome.errorText.hasSuffix("sterna: cancelled\n"))
        #expect(try ReportRecord.read(report).outcome == "cancelled")
        #expect(names == ["f.part", "f.part.json", "r.json"])
        let kept = try data("f.part").count
        let again = try await SternaProgram.run(["-c", "-o", folder.path("f"), url])
        #expect(again.code == 0 && again.errorText.contains("of them from before"))
        #expect(demo.server.requests.last?["Range"] == "bytes=\(kept)-")
        #expect(try data("f") == (try await whole(4_000_000)))
        #expect(names == ["f", "r.json"])
    }

    @Test func `without --continue a download begins anew`() async throws {
        let url = "\(demo.url)/bytes/1000000?cut=400000"
        let first = try await shell("sterna -d --retry 1 -o f '\(url)'")
        #expect(first.code == 8 || first.code == 6)
        #expect(first.errorText.contains("the same command with --continue goes on"))
        _ = try await shell("sterna -d --retry 1 -o f '\(url)'")
        #expect(demo.server.requests.allSatisfy { $0["Range"] == nil })
        let second = try await shell("sterna -c -o f '\(url)'")
        #expect(second.code == 0 && names == ["f"])
    }

    @Test func `an error of the server is one of the program, and leaves nothing`() async throws {
        let outcome = try await shell("sterna -d \(demo.url)/status/404")
        #expect(outcome.code == 4 && names.isEmpty)
        let large = try await shell("sterna -d --max-body 10 \(demo.url)/bytes/1000")
        #expect(large.code == 8 && names.isEmpty)
        let unreachable = try await shell("sterna -d --retry 1 http://127.0.0.1:1/x")
        #expect(unreachable.code == 6 && names.isEmpty)
        let place = try await shell("sterna -d -o /nowhere/x \(demo.url)/bytes/1000")
        #expect(place.code == 9 && place.errorText.contains("/nowhere/x.part"))
        let device = try await shell("sterna -d -o /dev/null \(demo.url)/bytes/1000")
        #expect(device.code == 9 && device.errorText.contains("/dev/null is there and is no file"))
    }

    @Test func `a file that may not grow further is an error by name, and goes on later`() async throws {
        let words = "--retry 1 -o f \(demo.url)/bytes/2000000"
        let outcome = try await shell("(ulimit -f 1000; sterna -d \(words))")
        #expect(outcome.code == 9, "\(outcome.errorText)")
        #expect(outcome.errorText.contains("f.part cannot be written: File too large"))
        #expect(names == ["f.part", "f.part.json"])
        #expect(try await shell("sterna -c \(words)").code == 0)
        #expect(try data("f") == (try await whole(2_000_000)) && names == ["f"])
    }

    @Test(arguments: [["-d", "-o", "-"], ["-d", "-h"], ["-c", "--stream"], ["-db"]])
    func `a download goes to a file, whole`(_ words: [String]) async throws {
        let outcome = try await SternaProgram.run(words + [demo.url])
        #expect(outcome.code == 2 && demo.server.requestCount == 0)
    }

    @Test func `a terminal gets a bar, and nobody else does`() async throws {
        let line = "'\(SternaProgram.path)' -d -o f '\(demo.url)/bytes/2000000?every_ms=60'"
        for (locale, mark) in [("C.UTF-8", "█"), ("C", "#")] {
            let outcome = try await shell("LC_ALL=\(locale) TERM=xterm script -qec \"\(line)\" /dev/null </dev/null")
            #expect(outcome.text.contains("% ") && outcome.text.contains(mark) && outcome.text.contains("MB/s"))
            #expect(outcome.text.contains("\r\u{1B}[Ksterna: saved f: 2.0 MB"))
        }
        let dumb = try await shell("TERM=dumb script -qec \"\(line)\" /dev/null </dev/null")
        #expect(!dumb.text.contains("%") && dumb.text.contains("saved f"))
    }

    @Test func `the curl command of a download saves too`() async throws {
        let named = try await SternaProgram.run(["-d", "--curl", demo.url])
        #expect(named.text.contains("--remote-name") && named.text.contains("--remote-header-name"))
        let chosen = try await SternaProgram.run(["-c", "--curl", "-o", "f", demo.url])
        #expect(chosen.text.contains("--continue-at -") && !chosen.text.contains("--remote"))
        let later = try await SternaProgram.run(["-c", "--curl", demo.url])
        #expect(later.text.contains("--remote-name") && !later.text.contains("--remote-header-name"))
        #expect(demo.server.requestCount == 0)
    }
}
