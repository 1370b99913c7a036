#if os(Linux)
import Glibc
import Sterna
import SternaTesting
import TestSupport
import Testing

/// A download that is killed at any moment, and continued each time.
@Suite struct DownloadKillTests {
    /// `Scripts/soak` asks for fifty.
    private static let rounds =
        ProcessInfo.processInfo.environment["STERNA_KILL_ROUNDS"].flatMap { Int($0) } ?? 8
    private static let size = 20_000_000

    @Test(.timeLimit(.minutes(5)))
    func `a download that is killed and continued has the right hash, and asks for what lacks alone`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let demo = try DemoAPI.start(keepsRequests: true)
        let words = ["-c", "-o", folder.path("f"), "\(demo.url)/bytes/\(Self.size)?every_ms=20"]
        let whole = try await APIClient(baseURL: demo.url).data(for: Endpoint<Data>(.get, "/bytes/\(Self.size)"))
        let expected = try Digest.sha256(whole)
        var random = SeededRandom(seed: UInt64(Self.rounds))
        var (kills, ends) = (0, 0)
        while kills < Self.rounds {
            let kept = Self.length(folder.path("f.part"))
            let before = demo.server.requestCount
            let process = try SternaProgram.start(words)
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...250, using: &random)))
            process.send(SIGKILL)
            let outcome = try await process.outcome()
            Self.check(demo.server.requests.dropFirst(before), from: kept)
            if outcome.code == 0 {
                try Self.checkEnd(folder, expected)
                ends += 1
            } else {
                #expect(outcome.code == 137, "\(outcome.errorText)")
                kills += 1
            }
        }
        let kept = Self.length(folder.path("f.part"))
        let before = demo.server.requestCount
        #expect(try await SternaProgram.run(words).code == 0)
        Self.check(demo.server.requests.dropFirst(before), from: kept)
        try Self.checkEnd(folder, expected)
        #expect(kept > 0 || ends > 0, "every kill came before the first byte")
    }

    /// One request, from where the part ends.
    private static func check(_ requests: ArraySlice<ReceivedRequest>, from kept: Int) {
        #expect(requests.count <= 1)
        #expect(requests.allSatisfy { $0["Range"] == (kept > 0 ? "bytes=\(kept)-" : nil) })
    }

    private static func checkEnd(_ folder: TemporaryFolder, _ expected: Digest) throws {
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["f"])
        #expect(try Digest.sha256(try Data(contentsOf: folder.url("f"))) == expected)
        unlink(folder.path("f"))
    }

    private static func length(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}
#endif
