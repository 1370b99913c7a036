import SternaTesting
import TestSupport
import Testing

@testable import Sterna

/// The bytes of a form, as WHATWG HTML and RFC 7578 want them.
@Suite struct MultipartFrameTests {
    private func bytes(_ parts: [MultipartForm.Part]) async throws -> String {
        let body = try HTTPBody.multipart(MultipartForm(parts, boundary: "B"))
        return String(decoding: try await body.bytes(), as: UTF8.self)
    }

    @Test func `a form of texts and a file is these bytes`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write("photo.jpg", "JPEG")
        let form = MultipartForm(
            [
                .text("title", "On the beach"), .text("about", "{}", contentType: .json),
                .file("photo", path, contentType: MediaType("image/jpeg")), .data("raw", Data("\r\n".utf8)),
                .file("other", path, fileName: "x"),
            ], boundary: "B")
        let body = try HTTPBody.multipart(form)
        let expected = [
            "--B", #"Content-Disposition: form-data; name="title""#, "", "On the beach",
            "--B", #"Content-Disposition: form-data; name="about""#, "Content-Type: application/json", "", "{}",
            "--B", #"Content-Disposition: form-data; name="photo"; filename="photo.jpg""#,
            "Content-Type: image/jpeg", "", "JPEG",
            "--B", #"Content-Disposition: form-data; name="raw""#, "", "\r\n",
            "--B", #"Content-Disposition: form-data; name="other"; filename="x""#,
            "Content-Type: application/octet-stream", "", "JPEG",
            "--B--", "",
        ].joined(separator: "\r\n")
        let sent = try await body.bytes()
        #expect(String(decoding: sent, as: UTF8.self) == expected)
        #expect(body.length == Int64(expected.utf8.count))
        #expect(body.contentType?.description == "multipart/form-data; boundary=B")
        #expect(body.isReplayable)
    }

    @Test func `a form without parts ends at once`() async throws {
        #expect(try await bytes([]) == "--B--\r\n")
    }

    // B69, B70
    @Test(
        arguments: [
            ("天狗.png", "天狗.png"), (#"a "b".txt"#, "a %22b%22.txt"), (#"a\b"#, #"a\b"#), ("", ""),
            ("ok.txt\r\nX-Injected: 1", "ok.txt%0D%0AX-Injected: 1"), ("a;b=c%41", "a;b=c%41"), ("é", "é"),
            ("e\u{301}", "e\u{301}"), ("a\r\n", "a%0D%0A"), ("\n\"\r", "%0A%22%0D"),
        ])
    func `names are written as browsers write them`(name: String, written: String) async throws {
        let sent = try await bytes([.data(name, Data("x".utf8), fileName: name, contentType: .bytes)])
        let head = "Content-Disposition: form-data; name=\"\(written)\"; filename=\"\(written)\"\r\n"
        let expected = "--B\r\n\(head)Content-Type: application/octet-stream\r\n\r\nx\r\n--B--\r\n"
        #expect(Array(sent.utf8) == Array(expected.utf8))
    }

    @Test(arguments: [
        ("/a/b/天狗.png", "天狗.png"), ("c.txt", "c.txt"), ("/a/b\\c.txt", "b\\c.txt"), ("/e\u{301}/\u{301}", "\u{301}"),
    ])
    func `a file is named by the last segment of its path`(path: String, name: String) {
        #expect(Array((MultipartForm.Part.file("f", path).fileName ?? "-").utf8) == Array(name.utf8))
    }

    // B70
    @Test(
        arguments: [
            "text/plain; a=\"b\r\nX-Injected: 1\"", "text/plain; a\r\nX-Injected: 1=b", "text/plain; a=\"\u{0}\"",
        ])
    func `a type with a line break in it is refused`(text: String) throws {
        let type = try #require(MediaType(text))
        let form: MultipartForm = [.data("a", Data(), fileName: "f", contentType: type)]
        let error = #expect(throws: APIError.self) { try HTTPBody.multipart(form) }
        #expect(error?.kind == .invalidRequest)
        #expect(!type.description.contains("\r\n"), "nor does it break a line elsewhere")
    }

    @Test(arguments: ["text/plain\r\nX-Injected: 1", "text/pl\rain", "a\nb/c"])
    func `what has a line break before its parameters is no type at all`(text: String) {
        #expect(MediaType(text) == nil)
    }

    @Test func `texts keep their line breaks`() async throws {
        #expect(try await bytes([.text("a", "1\n2\r3\r\n")]).hasSuffix("\r\n\r\n1\n2\r3\r\n\r\n--B--\r\n"))
    }
}

/// The line between the parts.
@Suite struct MultipartBoundaryTests {
    /// Gives its numbers again and again.
    private struct Repetition: RandomNumberGenerator {
        let numbers: [UInt64]
        var place = 0

        mutating func next() -> UInt64 {
            defer { place += 1 }
            return numbers[place % numbers.count]
        }
    }

    // B70
    @Test func `a boundary that a part holds is drawn again`() {
        var source = Repetition(numbers: [0, 1, 0xFF, 2])
        let taken = "sterna-" + String(repeating: "0", count: 31) + "1"
        let content = Data("sterna-0000ss\r\n--\(taken)--\r\n".utf8)
        let boundary = MultipartBoundary.random(avoiding: [Data(), content], using: &source)
        #expect(boundary == "sterna-00000000000000ff0000000000000002")
        #expect(MultipartBoundary.contains(taken, in: content))
        #expect(MultipartBoundary.contains(taken, in: content.dropFirst(17).dropLast(4)))
        #expect(!MultipartBoundary.contains(taken, in: content.dropLast(5)))
        #expect(!MultipartBoundary.contains(taken, in: Data()))
    }

    @Test func `two forms have two boundaries, and a form the one of its type`() async throws {
        let form: MultipartForm = [.text("a", "b")]
        let bodies = try [HTTPBody.multipart(form), .multipart(form)]
        let boundaries = bodies.compactMap { $0.contentType?.parameters["boundary"] }
        #expect(Set(boundaries).count == 2)
        for (body, boundary) in zip(bodies, boundaries) {
            let text = String(decoding: try await body.bytes(), as: UTF8.self)
            #expect(text.hasPrefix("--\(boundary)\r\n") && text.hasSuffix("\r\n--\(boundary)--\r\n"))
            #expect(boundary.count == 39)
        }
    }

    @Test(
        arguments: ["", "a\r\nb", "b ", "é", String(repeating: "b", count: 71), "a\"b", "a;b"])
    func `a boundary of one's own that is none is refused`(boundary: String) {
        let error = #expect(throws: APIError.self) { try HTTPBody.multipart(MultipartForm([], boundary: boundary)) }
        #expect(error?.kind == .invalidRequest)
    }

    @Test func `a boundary of one's own that a part holds is refused`() {
        let form = MultipartForm([.text("a", "x--B--y")], boundary: "B")
        #expect(throws: APIError.self) { try HTTPBody.multipart(form) }
    }

    @Test func `a boundary that is no token is quoted in the type`() throws {
        let body = try HTTPBody.multipart(MultipartForm([], boundary: "a b/c"))
        #expect(body.contentType?.description == #"multipart/form-data; boundary="a b/c""#)
    }
}
