import Sterna
import Testing

@Suite struct CodecFailureTests {
    struct User: Codable, Equatable {
        var name: String
        var age: Int
    }
    struct Page: Codable, Equatable { var items: [[String: User]] }

    struct Email: Codable {
        struct Malformed: Error {}
        init(from decoder: any Decoder) throws { throw Malformed() }
    }

    private func failure<Value: Decodable>(
        _ type: Value.Type, _ text: String, _ contentType: MediaType? = .json, _ redaction: Redaction = .standard
    ) -> DecodingFailure? {
        do {
            _ = try BodyDecoder(redaction: redaction).decode(type, from: Data(text.utf8), contentType: contentType)
            return nil
        } catch {
            return error as? DecodingFailure
        }
    }

    @Test func `a failure says path, expectation, what was found and what is around it`() {
        let text = #"{"items":[{},{"user":{"name":"Ann","age":"old","password":"hunter2"}}]}"#
        let failure = failure(Page.self, text)
        #expect(failure?.path == "$.items[1].user.age")
        #expect(failure?.expected == "Int")
        #expect(failure?.reason == "found a string")
        #expect(failure?.excerpt == #"{"items":[{},{"user":{"name":"Ann","age":"old","password":"***"}}]}"#)
        #expect(failure?.underlying is DecodingError)
    }

    @Test func `null, objects and arrays where something else is expected`() {
        #expect(failure([Int].self, "[1,null]")?.reason == "found null")
        #expect(failure([Int].self, "{}")?.expected == "an array")
        #expect(failure(User.self, "[]")?.expected == "an object")
        #expect(failure([String].self, "[{}]")?.reason == "found an object")
        #expect(failure([String].self, "[12]")?.reason == "found the number 12")
        #expect(failure([Bool].self, "[1]")?.expected == "Bool")
        #expect(failure([Data].self, "[\"?\"]")?.reason == "the text is not base64")
        #expect(failure([URL].self, "[\"\"]")?.path == "$[0]")
        #expect(failure([String: Int].self, #"{"odd key.":"x"}"#)?.path == #"$["odd key."]"#)
    }

    @Test func `an error of a type's own init keeps its place`() {
        let failure = failure([String: [Email?]].self, #"{"to":[null,"x"]}"#)
        #expect(failure?.path == "$.to[1]")
        #expect(failure?.reason == "Malformed()")
        #expect(failure?.underlying is Email.Malformed)
    }

    // B40
    @Test(arguments: [MediaType("text/html; charset=utf-8"), MediaType.json, nil])
    func `HTML where JSON was expected is called HTML`(type: MediaType?) {
        let failure = failure([User].self, "\n<!DOCTYPE html>\n<title>Sign in</title>", type)
        #expect(failure?.reason.contains("the server sent HTML") == true)
        #expect(failure?.reason.contains(type.map { "\($0.type)/\($0.subtype)" } ?? "") == true)
        #expect(failure?.expected == "Array<User>")
        #expect(failure?.excerpt == " <!DOCTYPE html> <title>Sign in</title>")
    }

    @Test func `a text that is cut off says where`() {
        let failure = failure(User.self, "{\n  \"name\": \"An")
        #expect(failure?.reason.hasPrefix("the text is cut off (line 2, column 14, byte 15): the text ends") == true)
        #expect(failure?.path == "$.name")
    }

    @Test(arguments: [#"{"name":"a","name":"b","age":1}"#, #"{"name":"a","n\u0061me":"b","age":1}"#])
    func `two members of one name are refused`(text: String) {
        let failure = failure(User.self, text)
        #expect(failure?.path == "$.name")
        #expect(failure?.reason == "the object has two members of the name “name”")
    }

    @Test(arguments: [
        #"{"name":"a","age":1} trailing"#, #"{"name":"a","age":1,}"#, #"{"name":"a","age":01}"#, "{'name':1}",
    ])
    func `what is no JSON is refused with line and column`(text: String) {
        #expect(failure(User.self, text)?.reason.hasPrefix("the text is not JSON (application/json) (line 1,") == true)
    }

    @Test func `depth is refused, also in a type that holds itself`() {
        struct Nest: Codable { var n: [Nest] }
        let deep = String(repeating: "{\"n\":[", count: 50_000)
        #expect(failure(Nest.self, deep)?.reason.contains("deeper than 128 levels") == true)
        let legal = String(repeating: "{\"n\":[", count: 64) + String(repeating: "]}", count: 64)
        #expect(failure(Nest.self, legal) == nil)
    }

    @Test func `the limit of depth is an option, up to 512`() throws {
        let legal = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        var options = JSONOptions()
        options.depthLimit = 10_000
        let nest = try BodyDecoder(options).decode(Anything.self, from: Data(legal.utf8))
        #expect(try BodyEncoder(options).jsonData(nest) == Data(legal.utf8))
        #expect(throws: DecodingFailure.self) {
            try BodyDecoder(options).decode(Anything.self, from: Data("[\(legal)]".utf8))
        }
        #expect(throws: EncodingFailure.self) { try BodyEncoder().json(nest) }
    }

    struct Anything: Codable {
        var list: [Anything]
        init(from decoder: any Decoder) throws { list = try [Anything](from: decoder) }
        func encode(to encoder: any Encoder) throws { try list.encode(to: encoder) }
    }

    @Test func `a declared charset is tried where the text is not UTF-8`() throws {
        let latin = Data([0x22, 0xE9, 0x22])
        let type = MediaType("application/json; charset=ISO-8859-1")
        #expect(try BodyDecoder().decode([String]?.self, from: Data("[\"é\"]".utf8), contentType: type) == ["é"])
        #expect(try BodyDecoder().decode(String.self, from: latin, contentType: type) == "é")
        #expect(throws: DecodingFailure.self) { try BodyDecoder().decode(String.self, from: latin, contentType: .json) }
        #expect(
            try BodyDecoder().decode(
                String.self, from: Data([0xE9]), contentType: MediaType("text/plain; charset=latin1")) == "é")
        #expect(throws: DecodingFailure.self) {
            try BodyDecoder().decode(String.self, from: Data([0xE9]), contentType: .plainText)
        }
    }

    @Test func `plain words where JSON was expected are not taken for a number`() {
        let failure = failure(User.self, "Not found", .plainText)
        #expect(
            failure?.reason
                == "the text is not JSON (text/plain) (line 1, column 1, byte 0): expected a value, found “N”")
        #expect(failure?.excerpt == "Not found")
        #expect(self.failure(User.self, "\u{FEFF}\u{FEFF}{}")?.reason.contains("found the byte 0xEF") == true)
    }

    @Test func `a value that holds itself is refused`() {
        final class Loop: Encodable {
            var next: Loop?
        }
        let loop = Loop()
        loop.next = loop
        defer { loop.next = nil }
        #expect(throws: EncodingFailure.self) { try BodyEncoder().json(loop) }
    }

    @Test func `half a surrogate pair is no character`() throws {
        #expect(failure([String].self, #"["\ud800"]"#)?.path == "$[0]")
        #expect(failure([String].self, #"["\ud800\u0041"]"#) != nil)
        #expect(try BodyDecoder().decode([String].self, from: Data(#"["\ud83d\ude00\u00E9\/\t"]"#.utf8)) == ["😀é/\t"])
    }

    // B50
    @Test func `secrets are in no part of a failure`() {
        for text in [
            #"{"token":"s3cret"}"#, #"{"token":133742}"#, #"{"a":{"password":{"deep":"s3cret 133742"}}}"#,
            #"{"token":{"x":["s3cret", 133742]},"a":[]}"#, #"{"token":"s3cret 133742"#,
        ] {
            let messages = [
                failure([String: Bool].self, text), failure([String: Vehicle].self, text),
                failure([String: Email].self, text), failure([String: Date].self, text),
                failure([String: Int8].self, text), failure([String: [String: URL]].self, text),
            ].compactMap { $0 }.map { "\($0) \($0.underlying.map { "\($0)" } ?? "")" }
            #expect(!messages.isEmpty)
            #expect(messages.allSatisfy { !$0.contains("s3cret") && !$0.contains("133742") }, "\(messages)")
        }
    }

    enum Vehicle: String, Codable { case car }

    @Test func `a failure of a large body is quick and short`() {
        let text = "[" + Array(repeating: #"{"name":"Ann","age":1}"#, count: 20_000).joined(separator: ",") + ",7]"
        let failure = failure([User].self, text)
        #expect(failure?.path == "$[20000]")
        #expect((failure?.excerpt.count ?? 0) <= 120)
    }
}
