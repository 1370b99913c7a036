import Sterna
import SternaTesting
import TestSupport
import Testing

/// The curl command, run by a real shell and a real curl against a server that tells what came.
@Suite struct CurlCommandTests {
    private func received(_ command: String, by server: LoopbackServer, input: Data = Data()) async throws
        -> ReceivedRequest
    {
        // A word of a process has at most 128 KiB; those of a script may be longer.
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let outcome = try await ChildProcess.run("/bin/sh", [try folder.write("command", command)], input: input)
        #expect(outcome.code == 0, "\(command.prefix(1000)) \(outcome.errorText)")
        return try #require(server.requests.last)
    }

    private func check(_ request: HTTPRequest, _ server: LoopbackServer, body: Data) async throws {
        let theirs = try await received(request.curlCommand(showingSecrets: true), by: server)
        #expect(theirs.method == request.method.rawValue)
        #expect(theirs.target == request.url.requestTarget)
        #expect(Data(theirs.body) == body)
        for field in request.fields {
            #expect(theirs.values(of: field.name.text) == request.fields[values: field.name])
        }
        let type = request.fields[.contentType] ?? request.body?.contentType.map { "\($0)" }
        #expect(theirs["Content-Type"] == type)
    }

    @Test(arguments: [
        "", "plain", "it's \"quoted\" $(id) `id` $HOME \\ \\n %s %%", "two\nlines\r\n\ttab", "@/etc/hostname", "-x",
        "\u{1}\u{7F}\u{1B}[31m", "ünïcødé 邮箱 اسم 👩‍👩‍👧 \u{301}", "!! ~ * ? [a] {b,c} #d ;& | < >",
    ])
    func `any text arrives as it is`(_ text: String) async throws {
        let server = try LoopbackServer { _, _ in .text("ok") }
        for method in [HTTPMethod.post, .put, .delete] {
            var request = HTTPRequest(method, try URI(server.url + "/x"), body: .text(text))
            try await check(request, server, body: Data(text.utf8))
            request.body?.contentType = nil
            try await check(request, server, body: Data(text.utf8))
        }
    }

    @Test func `a text of any length arrives`() async throws {
        let server = try LoopbackServer { _, _ in .text("ok") }
        let text = String(repeating: "long'\n%", count: 30_000)
        try await check(HTTPRequest(.post, try URI(server.url), body: .text(text)), server, body: Data(text.utf8))
    }

    @Test func `bytes that are no text arrive as they are`() async throws {
        let server = try LoopbackServer { _, _ in .text("ok") }
        let all = Data((0...255).map { UInt8($0) }) + Data("%s\\'\\0".utf8) + Data([0, 0xC3])
        for bytes in [all, Data([0]), Data([0xFF, 0xFE]), Data(repeating: 0x80, count: 100_000)] {
            try await check(HTTPRequest(.post, try URI(server.url), body: .data(bytes)), server, body: bytes)
        }
    }

    @Test func `fields, empty ones too, and a query of any kind arrive`() async throws {
        let server = try LoopbackServer { _, _ in .text("ok") }
        var request = HTTPRequest(.get, try URI(server.url + "/a%2Fb/{x}/[1-3]?q=a+b%20c&é='\"$x&[]={a,b}#fragment"))
        request.fields = [
            "Authorization": "Bearer it's$secret", "X-Empty": "", "X-Quote": "it's \"x\" \\ $(id)", "X-List": "a",
            "X-Two": "1", "Accept": "application/json",
        ]
        request.fields.append(name: "X-Two", value: "2")
        try await check(request, server, body: Data())
        for method in ["PATCH", "OPTIONS", "DELETE", "PURGE"] {
            request.method = try #require(HTTPMethod(rawValue: method))
            try await check(request, server, body: Data())
        }
        let head = HTTPRequest(.head, try URI(server.url + "/h"))
        #expect(try await received(head.curlCommand(), by: server).method == "HEAD")
    }

    @Test func `a file is named, a part of one is cut, and what is made meanwhile is piped in`() async throws {
        let server = try LoopbackServer { _, _ in .text("ok") }
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path("it's a file")
        try Data("0123456789".utf8).write(to: folder.url("it's a file"))
        let url = try URI(server.url)
        try await check(HTTPRequest(.put, url, body: .file(path)), server, body: Data("0123456789".utf8))
        try await check(HTTPRequest(.put, url, body: .file(path, range: 2..<5)), server, body: Data("234".utf8))
        let stream = HTTPBody.chunks(isReplayable: true) { AsyncStream<Data> { $0.finish() } }
        let command = HTTPRequest(.post, url, body: stream).curlCommand()
        #expect(try await received(command, by: server, input: Data("piped".utf8)).body.elementsEqual("piped".utf8))
    }

    @Test func `without being asked it shows no secret`() throws {
        var request = HTTPRequest(
            .post, try URI("http://u:passw0rd@h/t0kenvalue?api_key=t0kenvalue&a=1#access_token=t0kenvalue"))
        request.fields = ["Authorization": "Bearer t0kenvalue", "Cookie": "sid=c00kie1", "X-Note": "has t0kenvalue"]
        request.body = .text(#"{"password":"hunter22","note":"my hunter22"}"#)
        let command = request.curlCommand()
        for secret in ["t0kenvalue", "c00kie1", "passw0rd", "hunter22"] { #expect(!command.contains(secret)) }
        #expect(command.contains("'X-Note: has ***'") && command.contains(#""note":"my ***""#))
        request.body = .data(Data([0, 0xFF]) + Data("t0kenvalue".utf8))
        #expect(!request.curlCommand().contains("t0kenvalue"))
    }
}
