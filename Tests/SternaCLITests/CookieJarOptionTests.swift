import Sterna
import SternaTesting
import TestSupport
import Testing

@testable import SternaCLI

@Suite struct CookieJarOptionTests {
    @Test func `the file is the session from one run to the next, and a damaged one is not touched`() async throws {
        let server = try LoopbackServer { _, _ in
            .text("ok", fields: [.init("Set-Cookie", "session=s3cret; HttpOnly"), .init("Set-Cookie", "b=2; Path=/x")])
        }
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let words = [server.url + "/x", "--cookie-jar", folder.path("jar")]
        #expect(try await SternaProgram.run(words).code == 0)
        let second = try await SternaProgram.run(words + ["-v"])
        #expect(second.code == 0 && !second.errorText.contains("s3cret"))
        #expect(server.requests.map { $0["Cookie"] } == [nil, "b=2; session=s3cret"])
        let curl = try await SternaProgram.run(words + ["--curl"])
        #expect(curl.text.contains("--cookie-jar") && !curl.text.contains("s3cret"))
        let broken = try folder.write("broken", "nonsense")
        _ = try await ChildProcess.run("chmod", ["600", broken])
        let bad = try await SternaProgram.run([server.url, "--cookie-jar", broken])
        #expect(bad.code == 9 && bad.errorText.contains("is no cookie jar") && server.requestCount == 2)
    }
    @Test func `many runs at once keep the cookies of all`() async throws {
        let server = try LoopbackServer { request, _ in
            .text("ok", fields: [.init("Set-Cookie", "c\(request.path.dropFirst())=1; Path=/")])
        }
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try await withThrowingTaskGroup(of: Int32.self) { [url = server.url] group in
            for index in 0..<8 {
                group.addTask {
                    try await SternaProgram.run(["\(url)/\(index)", "--cookie-jar", folder.path("jar")]).code
                }
            }
            for try await code in group { #expect(code == 0) }
        }
        #expect(try CookieJar(file: folder.path("jar")).cookies().count == 8)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["jar"])
    }
}
