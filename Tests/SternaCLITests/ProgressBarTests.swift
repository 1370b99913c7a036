import Sterna
import SternaTesting
import TestSupport
import Testing

@testable import SternaCLI

@Suite struct ProgressBarTests {
    private func line(
        _ completed: Int64, of total: Int64?, rate: Double? = nil, columns: Int = 79, isUnicode: Bool = false
    ) -> String {
        ProgressBar(isUnicode: isUnicode, columns: columns)
            .line(TransferProgress(completed: completed, total: total), rate: rate)
    }

    @Test func `the line has part, bar, bytes, rate and time left`() {
        #expect(
            line(12_345_678, of: 29_000_000, rate: 4_100_000)
                == " 42% ############------------------ 12.3 MB of 29.0 MB  4.1 MB/s  0:05 left")
        #expect(
            line(29_000_000, of: 29_000_000, rate: 4_100_000, isUnicode: true)
                == "100% ██████████████████████████████ 29.0 MB of 29.0 MB  4.1 MB/s  0:00 left")
        #expect(line(0, of: 100) == "  0% ------------------------------ 0 B of 100 B")
        #expect(line(0, of: 0).hasPrefix("100% "))
        #expect(line(5000, of: nil, rate: 100) == "5.0 kB  100 B/s")
        #expect(line(0, of: 1 << 40, rate: 1e6).hasSuffix("305:25:12 left") == false)
        #expect(line(0, of: 7_200_000_000, rate: 1e6).hasSuffix("2:00:00 left"))
    }

    @Test func `no terminal is too narrow and no number too strange`() {
        for columns in [-1, 0, 1, 4, 5, 12, 13, 14, 15, 20, 30, 31, 40, 50, 60, 80, 200] {
            for completed in [0, 1, 999, 1_000_000_000_000, Int64.max] {
                for total in [nil, 0, 1000, .max] as [Int64?] {
                    for rate in [nil, 0, 1e-300, .infinity, 1e300] as [Double?] {
                        let text = line(completed, of: total, rate: rate, columns: columns)
                        #expect(text.count <= max(0, columns))
                    }
                }
            }
        }
    }

    @Test(arguments: [
        (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (99_949, "99.9 kB"), (99_960, "100 kB"), (999_949, "1.0 MB"),
        (999_400, "999 kB"), (1_500_000_000, "1.5 GB"), (Int64.max, "9223 PB"),
    ])
    func `bytes are short to read`(bytes: Int64, text: String) {
        #expect(ByteCount.text(bytes) == text)
    }

    @Test func `the rate is that of the last seconds, and begins again with the transfer`() {
        var rate = TransferRate()
        let start = ContinuousClock.now
        #expect(rate.bytesPerSecond == nil)
        rate.note(0, at: start)
        #expect(rate.bytesPerSecond == nil)
        for second in 1...10 { rate.note(Int64(second) * 100, at: start + .seconds(second)) }
        #expect(rate.bytesPerSecond == 100)
        for second in 11...20 { rate.note(1000, at: start + .seconds(second)) }
        #expect(rate.bytesPerSecond == 0)
        rate.note(0, at: start + .seconds(21))
        rate.note(50, at: start + .seconds(22))
        #expect(rate.bytesPerSecond == 50)
    }

    @Test func `more than ASCII is used where the locale has it`() {
        func has(_ environment: [String: String]) -> Bool { ProgressDisplay.hasUnicode { environment[$0] } }
        #expect(has(["LANG": "en_US.UTF-8"]))
        #expect(has(["LANG": "C", "LC_ALL": "C.utf8"]))
        #expect(!has(["LANG": "en_US.UTF-8", "LC_ALL": "C"]))
        #expect(!has([:]))
        #expect(!has(["LANG": "de_DE.ISO-8859-1"]))
        #expect(!has(["LANG": "en_US.UTF-8", "TERM": "linux"]))
    }

    /// A server that takes most of a second for twenty megabytes.
    private func server() throws -> LoopbackServer {
        let steps = (1...20).flatMap { [Script.Step.readBody(upTo: $0 << 20), .wait(.milliseconds(40))] }
        return try LoopbackServer(
            script: Script([.readHead] + steps + [.send("HTTP/1.1 204 No Content\r\n\r\n"), .hang]))
    }

    @Test func `a person sees the bar, and it goes away`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write("f", String(repeating: "x", count: 20 << 20))
        let server = try server()
        let line = "env -u LC_ALL LANG=C.UTF-8 TERM=xterm \(SternaProgram.path) \(server.url) f@\(path)"
        let shown = try await ChildProcess.run("script", ["-qec", line, "/dev/null"])
        #expect(shown.text.contains("█"))
        #expect(shown.text.contains("MB/s"))
        #expect(shown.text.contains(" left"))
        let last = shown.text.split(separator: "\r").last ?? ""
        #expect(!last.contains("%"), "it is taken away")
    }

    @Test func `no bar is shown where nobody looks, when told to be quiet, or for what is over at once`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write("f", String(repeating: "x", count: 20 << 20))
        let server = try server()
        let outcome = try await SternaProgram.run([server.url, "f@" + path])
        #expect(outcome.code == 0 && outcome.errors.isEmpty)
        let quick = try LoopbackServer { _, _ in Answer(204) }
        let line = "env TERM=xterm \(SternaProgram.path) \(quick.url) a=1"
        #expect(try await ChildProcess.run("script", ["-qec", line, "/dev/null"]).text.isEmpty)
    }
}
