import Sterna
import SternaTesting
import TestSupport
import Testing

@Suite struct RequestItemsTests {
    /// What the server receives from a command line.
    private func received(_ words: [String], input: Data = Data()) async throws -> ReceivedRequest {
        let server = try LoopbackServer { _, _ in .text("ok") }
        let words = words.map { $0.hasPrefix("/") ? server.url + $0 : $0 }
        let outcome = try await SternaProgram.run(words, input: input)
        try #require(outcome.code == 0, "\(outcome.errorText)")
        return try #require(server.requests.first)
    }

    @Test func `fields become a JSON object in their order, with every digit and every script`() async throws {
        let request = try await received([
            "/posts", "title=Ünï 👩‍👩‍👧 \"q\" \\ \n", "n:=1.10", "big:=12345678901234567890", "名=値", "l:=[1, {}]",
            "t:=true",
        ])
        #expect(request.method == "POST")
        #expect(request["Content-Type"] == "application/json")
        #expect(
            request.text == #"{"title":"Ünï 👩‍👩‍👧 \"q\" \\ \n","n":1.10,"big":12345678901234567890,"#
                + #""名":"値","l":[1, {}],"t":true}"#)
    }

    @Test func `--form makes a web form`() async throws {
        let request = try await received(["/f", "--form", "a=1 2&3", "b=ü+", "a=x"])
        #expect(request["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(request.text == "a=1+2%263&b=%C3%BC%2B&a=x" || request.text == "a=1%202%263&b=%C3%BC%2B&a=x")
    }

    @Test func `query items are added in their order and escaped once`() async throws {
        let request = try await received(["/x?a=%20b", "q==a+b&c", "名==値", "e=="])
        #expect(request.target == "/x?a=%20b&q=a%2Bb%26c&%E5%90%8D=%E5%80%A4&e=")
        #expect(request.method == "GET")
    }

    @Test func `fields of the head are set, added and sent empty`() async throws {
        let request = try await received(["/x", "X-A:1", "x-a:2", "X-Empty;", "Accept:text/plain", "X-U:ünï"])
        #expect(request.values(of: "X-A") == ["1", "2"])
        #expect(request.values(of: "X-Empty") == [""])
        #expect(request.values(of: "Accept") == ["text/plain"])
        #expect(request["X-U"] == "ünï")
    }

    @Test func `a field of the head can be left out`() async throws {
        let request = try await received(["post", "/x", "a=1", "Accept:", "User-Agent:", "Content-Type:"])
        #expect(request["Accept"] == nil)
        #expect(request["User-Agent"] == nil)
        #expect(request["Content-Type"] == nil)
    }

    @Test func `a whole body comes from a word, a file or standard input`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = try folder.write("b.json", #"{"a":1}"#)
        let raw = try await received(["/x", "--raw", #"{"a":1}"#])
        #expect((raw.text, raw["Content-Type"]) == (#"{"a":1}"#, "application/json"))
        let plain = try await received(["/x", "--raw", "hello"])
        #expect(plain["Content-Type"] == "text/plain; charset=utf-8")
        let sent = try await received(["put", "/x", "@" + file])
        #expect((sent.text, sent["Content-Type"]) == (#"{"a":1}"#, "application/json"))
        #expect(sent["Content-Length"] == "7")
        let input = try await received(["/x", "-"], input: Data([0, 1, 2]))
        #expect(input.body == Data([0, 1, 2]))
        #expect(input["Content-Type"] == nil, "the type of bytes is never guessed (B21)")
        let text = try await received(["/x", "@-"], input: Data("[1]".utf8))
        #expect(text["Content-Type"] == "application/json")
    }

    @Test func `a large standard input is streamed`() async throws {
        let request = try await received(["put", "/x", "-"], input: Data(repeating: 7, count: 3_000_000))
        #expect(request.bodyLength == 3_000_000)
        #expect(request["Transfer-Encoding"] == "chunked")
    }

    @Test func `files give fields their text or their JSON`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let text = try folder.write("t.txt", "a \"b\"\n")
        let json = try folder.write("j.json", "[1,2]")
        let request = try await received(["/x", "a=@" + text, "b:=@" + json, "c=\\@home"])
        #expect(request.text == #"{"a":"a \"b\"\n","b":[1,2],"c":"@home"}"#)
    }

    @Test func `a credential comes from a word, a file, the environment or the URL`() async throws {
        let server = try LoopbackServer { _, _ in .text("ok") }
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = try folder.write("token", "t0ken\n")
        let environment = ["TOKEN": "t0ken", "PAIR": "u:p"]
        let lines = [
            ["--auth-bearer=t0ken"], ["--auth-bearer=@" + file], ["--auth-bearer=env:TOKEN"], ["--auth-basic=u:p"],
            ["--auth-basic=env:PAIR"], ["--auth-basic=u:env:TOKEN"],
        ]
        for line in lines { _ = try await SternaProgram.run([server.url] + line, environment: environment) }
        let url = server.url.split(separator: "/").last ?? ""
        _ = try await SternaProgram.run(["http://u:p%40@\(url)/"])
        let sent = server.requests.map { $0["Authorization"] ?? "-" }
        #expect(sent.prefix(3).allSatisfy { $0 == "Bearer t0ken" })
        #expect(sent.dropFirst(3) == ["Basic dTpw", "Basic dTpw", "Basic dTp0MGtlbg==", "Basic dTpwQA=="])
    }

    @Test func `other methods go out as they are written`() async throws {
        #expect(try await received(["PROPFIND", "/x"]).method == "PROPFIND")
        #expect(try await received(["delete", "/x"]).method == "DELETE")
        #expect(try await received(["post", "/x"])["Content-Length"] == "0")
    }
}
