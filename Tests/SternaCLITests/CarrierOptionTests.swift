import SternaTesting
import TestSupport
import Testing

@testable import SternaCLI

@Suite struct CarrierOptionTests {
    @Test func `curl is the default, and other names are refused`() async throws {
        let server = try LoopbackServer { _, _ in .json("[1]") }
        let named = try await SternaProgram.run([server.url, "--transport", "curl"])
        #expect(named.code == 0 && named.text.contains("1"))
        let wrong = try await SternaProgram.run([server.url, "--transport", "wget"])
        #expect(wrong.code == 2 && wrong.errorText.contains("curl or urlsession"))
    }

    #if URLSession
    @Test func `URLSession carries the request where it is built in, and says what it cannot do`() async throws {
        let server = try LoopbackServer { _, _ in .json("[1]") }
        let carried = try await SternaProgram.run([server.url, "--transport", "urlsession"])
        #expect(carried.code == 0 && carried.text.contains("1"))
        #expect(server.requests.last?["Accept-Language"] != nil, "Foundation adds it")
        let socket = try await SternaProgram.run(
            [server.url, "--transport", "urlsession", "--unix-socket", "/tmp/none"])
        #expect(socket.code == 2 && socket.errorText.contains("connect to a unix socket"))
    }
    #else
    @Test func `a program without URLSession says how to build one`() async throws {
        let outcome = try await SternaProgram.run(["127.0.0.1:1", "--transport", "urlsession"])
        #expect(outcome.code == 2 && outcome.errorText.contains("--traits URLSession"))
    }
    #endif
}
