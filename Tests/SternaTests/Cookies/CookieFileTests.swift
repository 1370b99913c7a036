import TestSupport
import Testing

@testable import Sterna

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A jar in a file.
struct CookieFileTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    @Test func `what one jar keeps the next one has, with all that was said`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path("jar")
        let jar = try CookieJar(file: path)
        #expect(try jar.cookies().isEmpty && PrivateFile.read(path) == nil)
        let lines = [
            "a=1; Domain=example.com; Path=/x; Secure; HttpOnly; SameSite=Strict; Max-Age=60",
            "b=ü \"x\"; SameSite=None",
            "nameless", "empty=", "c=3; Expires=Wed, 09 Jun 2027 10:18:14 GMT",
        ]
        try jar.set(lines, from: try URI("https://www.example.com/"), at: now)
        let (before, after) = (try jar.cookies(), try CookieJar(file: path).cookies())
        #expect(before == after && after.count == 5)
        #expect(after[0].sameSite == .strict && after[0].isHTTPOnly && after[0].isSecure && !after[0].isHostOnly)
        #expect(after[0].expires == now + 60 && after[1].value == "ü \"x\"" && after[1].expires == nil)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["jar"])
    }

    @Test func `an answer that changes nothing writes nothing, and a change by another is seen`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let (one, two) = (try CookieJar(file: folder.path("jar")), try CookieJar(file: folder.path("jar")))
        let url = try URI("http://a.test/")
        try one.set(["a=1"], from: url, at: now)
        let stamp = PrivateFile.stamp(of: folder.path("jar"))
        try two.set(["a=1"], from: url, at: now)
        #expect(PrivateFile.stamp(of: folder.path("jar")) == stamp)
        try two.set(["b=2"], from: url, at: now)
        try one.set(["c=3"], from: url, at: now)
        #expect(try two.cookies(for: url, at: now).map(\.pair) == ["a=1", "b=2", "c=3"])
        // What a process left that was killed meanwhile is in nobody's way.
        try folder.write("jar.new", "half a l")
        try two.removeAll()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["jar"])
        #expect(try one.cookies(for: url, at: now).isEmpty)
    }

    @Test func `many jars write one file at once, and no cookie is lost`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let url = try URI("http://a.test/")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                let jar = try CookieJar(file: folder.path("jar"))
                group.addTask {
                    for index in 0..<10 { try jar.set(["n\(writer)-\(index)=1"], from: url) }
                }
            }
            try await group.waitForAll()
        }
        #expect(try CookieJar(file: folder.path("jar")).cookies().count == 40)
    }

    @Test(arguments: [
        "{\"cookies\": []}", "a.test\tFALSE\t/\tFALSE\t0\tname\tvalue\nhalf a li",
        "a.test\tFALSE\t/\tFALSE\tsoon\tn\tv",
        "\u{0}\u{1}", "a.test\tFALSE\t/\tFALSE\t0\tn\tv;w", "\tFALSE\t/\tFALSE\t0\tn\tv",
    ])
    func `a damaged file is an error and stays as it is`(text: String) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write("jar", "")
        chmod(path, 0o600)
        let jar = try CookieJar(file: path)
        try Data(text.utf8).write(to: folder.url("jar"))
        chmod(path, 0o600)
        for attempt in [
            { _ = try CookieJar(file: path) }, { _ = try jar.cookies(for: try URI("http://a.test")) },
            { try jar.set(["a=1"], from: try URI("http://a.test")) }, { try jar.removeAll() },
        ] {
            #expect { try attempt() } throws: {
                let error = $0 as? APIError
                return error?.kind == .fileSystem && error?.detail.contains("\(path) is no cookie jar") == true
            }
        }
        #expect(try String(contentsOf: folder.url("jar"), encoding: .utf8) == text)
    }

    @Test func `a file that others may read, a folder and a missing folder are named`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write("jar", "")
        chmod(path, 0o644)
        let pipe = folder.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        for (place, words) in [(path, "read by others"), (folder.path, "is not a file"), (pipe, "is not a file")] {
            #expect { _ = try CookieJar(file: place) } throws: { "\($0)".contains(words) }
        }
        let nowhere = try CookieJar(file: "/nowhere/jar")
        #expect { try nowhere.set(["a=1"], from: try URI("http://a.test")) } throws: {
            ($0 as? APIError)?.kind == .fileSystem && "\($0)".contains("/nowhere/jar")
        }
    }

    @Test func `curl reads the file, and a file of curl's is read`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let (ours, theirs) = (folder.path("jar"), folder.path("curl"))
        let jar = try CookieJar(file: ours)
        try jar.set(["a=1; HttpOnly; SameSite=Lax", "b=2; Max-Age=1000"], from: try URI("http://localhost/"))
        // Without a URL that it could ask, curl writes what it read.
        _ = try await ChildProcess.run("curl", ["-s", "-b", ours, "-c", theirs, "file:///dev/null"])
        chmod(theirs, 0o600)
        let pairs = try CookieJar(file: theirs).cookies(for: try URI("http://localhost/")).map(\.pair)
        #expect(Set(pairs) == ["a=1", "b=2"])
        #expect(try CookieJar(file: theirs).cookies().contains { $0.isHTTPOnly && $0.expires == nil })
    }
}
