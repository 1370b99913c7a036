import Sterna
import SternaTesting
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite struct CommandWordsTests {
    @Test func `the demo runs the main job and exits 0`() async throws {
        let outcome = try await SternaProgram.run(["demo"])
        #expect(outcome.code == 0, "\(outcome.text)\(outcome.errorText)")
        let parts = [
            "100 posts", "post 7", "201 Created: id 101", "Replaced", "Changed", "gone", "502 Bad Gateway",
            "<!DOCTYPE html>", "$[0].id", "timedOut (total)", "CancellationError",
        ]
        for part in parts { #expect(outcome.text.contains(part), "\(part)") }
        #expect(!outcome.text.contains("✗"))
    }

    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
    func `serve prints its URL, answers, and ends with a signal`(signal: Int32, code: Int32) async throws {
        let process = try SternaProgram.start(["serve", "--port", "0"])
        while !process.outputSoFar.contains(10) { try await Task.sleep(for: .milliseconds(10)) }
        let url = String(decoding: process.outputSoFar.dropLast(), as: UTF8.self)
        let post = try await SternaProgram.run([url + "/posts/1"])
        #expect(post.code == 0)
        #expect(post.text.contains("\"userId\""))
        process.send(signal)
        #expect(try await process.outcome(within: .seconds(10)).code == code)
    }

    @Test func `serve on a port in use says so and what to do`() async throws {
        let server = try LoopbackServer { _, _ in Answer() }
        let outcome = try await SternaProgram.run(["serve", "--port", "\(server.port)"])
        #expect(outcome.code == 9)
        #expect(outcome.errorText.contains("\(server.port)"))
        #expect(outcome.errorText.contains("--port"))
    }
}
