import Sterna
import Testing

@Suite struct CodecBodyTests {
    struct Post: Codable, Equatable {
        var id: Int
        var title: String
        var made: Date?
    }

    private func bytes(_ body: HTTPBody) -> String {
        guard case .bytes(let data) = body.source else { return "no bytes" }
        return String(decoding: data, as: UTF8.self)
    }

    @Test func `any Encodable behind an existential becomes JSON with its slashes as they are`() throws {
        let values: [any Encodable] = [Post(id: 1, title: "a/b"), 3, ["x"], "text", Int?.none]
        let texts = try values.map { bytes(try BodyEncoder().json($0)) }
        #expect(texts == [#"{"id":1,"title":"a/b"}"#, "3", #"["x"]"#, #""text""#, "null"])
        #expect(try BodyEncoder().json(1).contentType == .json)
    }

    @Test func `a number that is not finite is refused with its place`() {
        #expect {
            try BodyEncoder().json(["prices": [1, Double.nan]])
        } throws: { error in
            (error as? EncodingFailure)?.path == "$.prices[1]"
        }
    }

    @Test func `a form escapes its delimiters and writes a space as %20`() {
        let body = BodyEncoder().form([("a b", "1+1=2&c"), ("é", "")])
        #expect(bytes(body) == "a%20b=1%2B1%3D2%26c&%C3%A9=")
        #expect(body.contentType == .form)
    }

    @Test func `a value becomes a form, with names for what lies deeper`() throws {
        struct Item: Encodable {
            var id: Int
            var on: Bool
        }
        struct Order: Encodable {
            var userName = "a b"
            var tags = ["x", "y&z"]
            var items = [Item(id: 1, on: true), Item(id: 2, on: false)]
            var note: String?
            var cleared = Nullable<Int>.null
            var at = Date(timeIntervalSince1970: 0)
            var price = Decimal(string: "3.10")
        }
        var options = JSONOptions()
        options.keys = .snakeCase
        let form = bytes(try BodyEncoder(options).form(Order()))
        #expect(
            form == "user_name=a%20b&tags=x&tags=y%26z&items%5B0%5D%5Bid%5D=1&items%5B0%5D%5Bon%5D=true"
                + "&items%5B1%5D%5Bid%5D=2&items%5B1%5D%5Bon%5D=false&cleared=&at=1970-01-01T00%3A00%3A00Z&price=3.1")
        #expect(bytes(try BodyEncoder().form(["b": 1, "a": 2])) == "a=2&b=1")
        #expect(throws: EncodingFailure.self) { try BodyEncoder().form([1, 2]) }
    }

    @Test func `an empty body is nil for an Optional and a failure of its own for the rest`() throws {
        #expect(try BodyDecoder().decode(Post?.self, from: Data()) == nil)
        #expect(try BodyDecoder().decode(Post?.self, from: Data("null".utf8)) == nil)
        #expect(throws: EmptyBody(expected: "Post")) { try BodyDecoder().decode(Post.self, from: Data()) }
        #expect(try BodyDecoder().decode(Data.self, from: Data()) == Data())
    }

    // B29
    @Test func `one byte order mark before JSON is skipped and none is written`() throws {
        let text = Data([0xEF, 0xBB, 0xBF]) + Data(#"{"id":1,"title":"x"}"#.utf8)
        #expect(try BodyDecoder().decode(Post.self, from: text) == Post(id: 1, title: "x"))
    }

    @Test func `a failure names the place and the type that was expected`() {
        let text = #"[{"id":1,"title":"x"},{"id":"2","title":"y"}]"#
        #expect {
            try BodyDecoder().decode([Post].self, from: Data(text.utf8))
        } throws: { error in
            let failure = error as? DecodingFailure
            return failure?.path == "$[1].id" && failure?.expected == "Int"
        }
    }
}
