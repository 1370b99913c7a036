@testable import Sterna
import SternaTesting
import TestSupport
import Testing

/// Forms as others read them: two parsers of Python, one of them strict, and httpbin, also behind nginx.
@Suite struct MultipartServersTests {
    /// A part as a reader sees it, and as it was meant.
    private struct Part: Codable, Hashable {
        var name: String
        var fileName: String?
        var type: String?
        var content: Data
    }

    private static let forms: [(String, [MultipartForm.Part])] = [
        ("one text", [.text("a", "b")]),
        ("an empty text", [.text("a", "")]),
        ("texts of one name", [.text("a", "1"), .text("a", "2"), .text("b", "3"), .text("a", "4")]),
        ("texts beyond ASCII", [.text("名", "天狗 👩‍👩‍👧 e\u{301}"), .text("é", "ﷺ")]),
        ("line breaks in texts", [.text("a", "1\r\n2\n3\r4"), .text("b", "\r\n"), .text("c", "\n")]),
        ("what looks like a boundary", [.text("a", "\r\n--B\r\n"), .text("b", "--B--"), .text("c", "\r\n--")]),
        ("an empty file", [.data("f", Data(), fileName: "empty.bin")]),
        ("bytes of every kind", [.data("f", Data((0...255).map { UInt8($0) }), fileName: "all")]),
        ("names of files", names.map { .data("f", Data($0.utf8), fileName: $0) }),
        ("names of fields", names.map { .text($0, "x") }),
        (
            "types",
            [
                .data("f", Data("{}".utf8), fileName: "a.json", contentType: .json),
                .data("g", Data("x".utf8), fileName: "a.txt", contentType: .plainText),
                .text("h", "[1]", contentType: .json),
            ]
        ),
        ("large and small", [.data("f", Data(repeating: 13, count: 300_000), fileName: "cr"), .text("t", "x")]),
        ("a hundred parts", (0..<100).map { .text("n\($0 % 7)", "\($0)") }),
    ]

    private static let names = [
        "天狗.png", "a \"b\".txt", "a'b", "ok.txt\r\nX-Injected: 1", "a;b=c", "a%22b", "a,b", " a ", "e\u{301}.txt",
    ]

    /// Also as streams, of which the length is known or not.
    private static func variants(of parts: [MultipartForm.Part]) -> [[MultipartForm.Part]] {
        let streams = [true, false].map { isKnown in
            parts.map { part in
                var part = part
                if let data = content(of: part) {
                    let length = isKnown ? Int64(data.count) : nil
                    part.body = .chunks(length: length, isReplayable: true, contentType: part.body.contentType) {
                        AsyncStream { continuation in
                            for start in stride(from: 0, to: data.count, by: max(1, data.count / 3)) {
                                continuation.yield(data[start..<min(data.count, start + max(1, data.count / 3))])
                            }
                            continuation.finish()
                        }
                    }
                }
                return part
            }
        }
        return [parts] + streams
    }

    private static func content(of part: MultipartForm.Part) -> Data? {
        if case .bytes(let data) = part.body.source { data } else { nil }
    }

    /// The name as it is written, but for `"`: some versions of the parser read `%22` back, others do not.
    private static func escaped(_ name: String) -> String {
        name.replacing("%22", with: "\"").replacing("\r\n", with: "%0D%0A")
    }

    private static func meant(_ part: MultipartForm.Part) -> Part {
        let type = part.body.contentType ?? (part.fileName == nil ? nil : .bytes)
        return Part(
            name: escaped(part.name), fileName: part.fileName.map(escaped),
            type: type.map { "\($0.type)/\($0.subtype)" },
            content: content(of: part) ?? Data())
    }

    /// What a parser of Python reads.
    private func read(_ script: String, _ body: HTTPBody, _ folder: TemporaryFolder) async throws -> [Part] {
        try await body.bytes().write(to: folder.url("body"))
        let type = body.contentType.map { "\($0)" } ?? ""
        let program = try folder.write("read.py", script)
        let outcome = try await ChildProcess.run("python3", ["-W", "error", program, folder.path("body"), type])
        try #require(outcome.code == 0, "\(outcome.errorText)")
        return try JSONDecoder().decode([Part].self, from: outcome.output).map { part in
            var part = part
            part.name = Self.escaped(part.name)
            part.fileName = part.fileName.map(Self.escaped)
            return part
        }
    }

    private static let werkzeug = """
        import base64, json, os, sys
        from werkzeug.formparser import parse_form_data
        path, kind = sys.argv[1:]
        environ = {"wsgi.input": open(path, "rb"), "REQUEST_METHOD": "POST", "CONTENT_TYPE": kind,
                   "CONTENT_LENGTH": str(os.path.getsize(path))}
        _, form, files = parse_form_data(environ, silent=False)
        pack = lambda data: base64.b64encode(data).decode()
        parts = [{"name": name, "content": pack(value.encode())} for name, value in form.items(multi=True)]
        parts += [{"name": name, "fileName": file.filename, "type": file.mimetype, "content": pack(file.read())}
                  for name, file in files.items(multi=True)]
        print(json.dumps(parts))
        """

    /// The parser of messages that Python brings; a defect of any kind fails it.
    private static let email = """
        import base64, json, sys
        from email.parser import BytesParser
        from email.policy import HTTP
        path, kind = sys.argv[1:]
        head = b"MIME-Version: 1.0\\r\\nContent-Type: " + kind.encode() + b"\\r\\n\\r\\n"
        message = BytesParser(policy=HTTP.clone(raise_on_defect=True)).parsebytes(head + open(path, "rb").read())
        for part in message.get_payload():
            assert set(part.keys()) <= {"Content-Disposition", "Content-Type"}, part.keys()
        print(json.dumps([len(message.get_payload())]))
        """

    @Test(arguments: forms)
    func `a strict parser reads the same parts`(_ name: String, _ parts: [MultipartForm.Part]) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let meant = parts.map(Self.meant)
        for parts in Self.variants(of: parts) {
            let read = try await read(Self.werkzeug, try .multipart(MultipartForm(parts)), folder)
            var expected = meant
            for index in expected.indices where expected[index].fileName == nil { expected[index].type = nil }
            // The fields come first, then the files, each in the order of their names' first.
            for name in Set(expected.map(\.name)) {
                #expect(read.filter { $0.name == name } == expected.filter { $0.name == name })
            }
            #expect(read.count == expected.count)
        }
    }

    @Test func `a parser of mail finds as many parts and no defect`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for (name, parts) in Self.forms where !["bytes of every kind", "names of fields"].contains(name) {
            let body = try HTTPBody.multipart(MultipartForm(parts))
            try await body.bytes().write(to: folder.url("body"))
            let program = try folder.write("read.py", Self.email)
            let type = body.contentType.map { "\($0)" } ?? ""
            let outcome = try await ChildProcess.run("python3", [program, folder.path("body"), type])
            #expect(outcome.text == "[\(parts.count)]\n", "\(name): \(outcome.errorText)")
        }
    }

    private struct Echo: Decodable, Sendable {
        var form: [String: Field]
        var files: [String: Field]
        var headers: [String: String]
    }

    /// httpbin gives a list where a name came more than once.
    private enum Field: Decodable, Hashable {
        case one(String)
        case several([String])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self = .one(text)
            } else {
                self = .several(try container.decode([String].self))
            }
        }
    }

    @Test(arguments: [false, true])
    func `httpbin reads the same parts, also behind nginx`(isBehindNginx: Bool) async throws {
        let url = isBehindNginx ? try await Nginx.shared().url + "/httpbin" : try await HTTPBin.shared().url
        let api = try APIClient(baseURL: url)
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write("photo.txt", "file 天狗")
        let texts: [MultipartForm.Part] = [.text("a", "1"), .text("名", "é\r\n"), .text("a", "2")]
        let files: [[MultipartForm.Part]] = [
            [], [.file("f", path)], [.data("f", Data("file 天狗".utf8), fileName: "天狗.png")],
            [
                .stream("f", fileName: "s", isReplayable: false) {
                    AsyncStream {
                        $0.yield(Data("file 天狗".utf8))
                        $0.finish()
                    }
                }
            ],
        ]
        for file in files {
            let endpoint = Endpoint<Echo>(.post, "/post", body: .multipart(MultipartForm(texts + file)))
            let echo = try await api.upload(endpoint)
            #expect(echo.form == ["a": .several(["1", "2"]), "名": .one("é\r\n")])
            #expect(echo.files == (file.isEmpty ? [:] : ["f": .one("file 天狗")]))
            #expect(echo.headers["Content-Type"]?.hasPrefix("multipart/form-data; boundary=sterna-") == true)
        }
    }

    @Test func `nginx takes a form of which a part has no known length`() async throws {
        let api = try APIClient(baseURL: try await Nginx.shared().url)
        let part = MultipartForm.Part.stream("f", fileName: "s", isReplayable: false) {
            AsyncStream { continuation in
                for _ in 0..<50 { continuation.yield(Data(repeating: 7, count: 40_000)) }
                continuation.finish()
            }
        }
        let sink = Endpoint<Void>(.put, "/store/form", body: .multipart([part]))
        try await api.upload(sink)
        let stored = try await api.data(for: Endpoint<Data>(.get, "/store/form"))
        #expect(stored.count > 2_000_000)
        #expect(String(decoding: stored.suffix(4), as: UTF8.self) == "--\r\n")
    }
}
