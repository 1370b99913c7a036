import Sterna
import SternaTesting
import TestSupport
import Testing

@testable import SternaCLI

@Suite struct MultipartItemsTests {
    private static let png = MediaType("image/png")

    @Test(
        arguments: [
            ("p@a.jpg", .upload(name: "p", path: "a.jpg")),
            ("p@a.jpg;type=image/png", .upload(name: "p", path: "a.jpg", type: png)),
            ("p@a.jpg;filename=x", .upload(name: "p", path: "a.jpg", fileName: "x")),
            (
                "p@a.jpg;type=image/png;filename=x y.png",
                .upload(name: "p", path: "a.jpg", type: png, fileName: "x y.png")
            ),
            ("p@a.jpg;filename=x;type=image/png", .upload(name: "p", path: "a.jpg", type: png, fileName: "x")),
            ("p@a;b=c.jpg", .upload(name: "p", path: "a;b=c.jpg")),
            (#"p@a\;type=b.jpg"#, .upload(name: "p", path: "a;type=b.jpg")),
            (#"p@a;filename=b\;type=c"#, .upload(name: "p", path: "a", fileName: "b;type=c")),
            ("p@天狗.png;filename=", .upload(name: "p", path: "天狗.png", fileName: "")),
            ("p@-", .upload(name: "p", path: "-")),
            (
                "p@a;type=text/plain; charset=utf-8",
                .upload(name: "p", path: "a", type: MediaType("text/plain; charset=utf-8"))
            ),
        ] as [(String, RequestItem)])
    func `a file of a form may say what it is`(word: String, item: RequestItem) throws {
        #expect(try ItemScanner.item(word) == item)
    }

    @Test(arguments: ["p@", "p@;type=image/png", "p@a;type=", "p@a;type=png", "p@a;type=a/b;type=c/d"])
    func `a file without a name, or with a type that is none, is refused`(word: String) {
        #expect(throws: UsageError.self) { try ItemScanner.item(word) }
    }

    @Test func `a file makes the body a form, and says so beside what it cannot stand with`() throws {
        #expect(try call(":80 a=1 p@f").options.encoding == .multipart)
        #expect(try call(":80 a=1 a=2 p@f").method == .post)
        #expect(try call("--form :80 a=1 p@f").options.encoding == .multipart)
        #expect(try call("--multipart :80 a=1 a=2").items.count == 2)
        for line in [
            "--json :80 p@f", "--multipart --form :80 a=1", "--raw x :80 p@f", ":80 @whole p@f",
            "--multipart :80 @whole",
            ":80 p@- q@-", ":80 - p@-", ":80 a=@- b=@-", ":80 a:=@- p@-",
        ] {
            #expect(throws: UsageError.self, "\(line)") { try call(line) }
        }
    }

    /// What the server receives, with the boundary as `B`, and its content type without it.
    private func received(_ words: [String], input: Data = Data()) async throws -> (String, ReceivedRequest) {
        let server = try LoopbackServer { _, _ in .text("ok") }
        let outcome = try await SternaProgram.run([server.url] + words, input: input)
        try #require(outcome.code == 0, "\(outcome.errorText)")
        #expect(outcome.errors.isEmpty)
        let request = try #require(server.requests.first)
        let type = try #require(request["Content-Type"].flatMap { MediaType($0) })
        #expect(type.type == "multipart" && type.subtype == "form-data")
        return (request.text.replacing(type.parameters["boundary"] ?? "", with: "B"), request)
    }

    @Test func `fields and files become the parts of a form in their order`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write("photo.jpg", "JPEG")
        let (text, request) = try await received([
            "title=Ünï \"q\"", "photo@" + path, "n:=1.10", "raw@\(path);type=image/png;filename=x.png",
        ])
        let expected = [
            "--B", #"Content-Disposition: form-data; name="title""#, "", #"Ünï "q""#,
            "--B", #"Content-Disposition: form-data; name="photo"; filename="photo.jpg""#, "Content-Type: image/jpeg",
            "", "JPEG",
            "--B", #"Content-Disposition: form-data; name="n""#, "", "1.10",
            "--B", #"Content-Disposition: form-data; name="raw"; filename="x.png""#, "Content-Type: image/png", "",
            "JPEG",
            "--B--", "",
        ].joined(separator: "\r\n")
        #expect(text == expected)
        #expect(request["Content-Length"] == "\(request.bodyLength)")
    }

    @Test func `--multipart makes a form of fields alone`() async throws {
        let (text, _) = try await received(["--multipart", "a=1", "a=2"])
        #expect(text.contains("\r\n\r\n1\r\n--B\r\n") && text.hasSuffix("\r\n\r\n2\r\n--B--\r\n"))
    }

    @Test func `standard input is a file of a form, with its length when it is short`() async throws {
        let (text, short) = try await received(["f@-;filename=in.txt", "a=1"], input: Data("hello".utf8))
        #expect(text.contains("filename=\"in.txt\"\r\nContent-Type: text/plain\r\n\r\nhello\r\n--B\r\n"))
        #expect(short["Content-Length"] != nil)
        let (_, long) = try await received(["f@-"], input: Data(repeating: 7, count: 3_000_000))
        #expect(long["Transfer-Encoding"] == "chunked")
        #expect(long.bodyLength > 3_000_000)
    }

    @Test func `a file that is not there ends it with 9 before anything is sent`() async throws {
        let server = try LoopbackServer { _, _ in .text("ok") }
        let outcome = try await SternaProgram.run([server.url, "p@/nowhere/at/all.jpg"])
        #expect(outcome.code == 9)
        #expect(outcome.errorText.contains("/nowhere/at/all.jpg"))
        #expect(server.connections.isEmpty)
    }

    @Test func `the curl command sends the same form`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write("a;b \"c\".png", "PNG")
        let words = ["title=it's <@a>", "p@\(path.replacing(";", with: "\\;"));filename=x;y", "password=secret"]
        let server = try LoopbackServer { _, _ in .text("ok") }
        let shown = try await SternaProgram.run([server.url] + words + ["--curl"])
        #expect(!shown.text.contains("secret"))
        #expect(server.connections.isEmpty)
        let line = shown.text.replacing(Redaction.mask, with: "secret")
        let outcome = try await ChildProcess.run("/bin/bash", ["-c", line])
        try #require(outcome.code == 0, "\(shown.text): \(outcome.errorText)")
        _ = try await SternaProgram.run([server.url] + words)
        let texts = server.requests.map { request in
            let type = request["Content-Type"].flatMap { MediaType($0) }
            return request.text.replacing(type?.parameters["boundary"] ?? "", with: "B")
        }
        #expect(texts.count == 2)
        #expect(texts.first == texts.last)
    }
}
