import Sterna
import Testing

@Suite struct JSONTextTests {
    /// The tokens of a text, fed one byte at a time.
    private func slowly(_ text: String) -> Result<[JSONToken], JSONSyntaxError> {
        var scanner = JSONScanner()
        return Result { () throws(JSONSyntaxError) in
            for byte in text.utf8 {
                try withUnsafePointer(to: byte) { (pointer) throws(JSONSyntaxError) in
                    try scanner.feed(UnsafeBufferPointer(start: pointer, count: 1))
                }
            }
            try scanner.finish()
            return scanner.tokens
        }
    }

    @Test(arguments: [
        "{}", "[]", "null", "true", " false ", "0", "-0", "-1.5e+10", "1E5", "\"\"", "\"a\\u00e9\\n\"", "[[],{},[{}]]",
        "{\"a\":{\"b\":[1,2,{\"c\":null}]},\"d\":\"é😀\"}", "[1 , 2\n,3]", "\"12345678\\\"90123456789\"", "-0.0e-0",
    ])
    func `a text has the same tokens in one piece and byte by byte`(text: String) throws {
        let whole = JSONText(text.utf8)
        #expect(whole.syntaxError == nil)
        #expect(try slowly(text).get() == whole.tokens)
    }

    @Test(arguments: [
        ("", "there is no value", 0), ("  ", "there is no value", 2), ("[1,]", "a comma stands before “]”", 3),
        ("{\"a\":1,}", "a comma stands before “}”", 7), ("{a:1}", "a name in double quotes, found “a”", 1),
        ("[1 2]", "expected a comma or ], found “2”", 3), ("{\"a\" 1}", "expected a colon", 5),
        ("01", "a zero that does not belong", 1), ("[01]", "a zero that does not belong", 2),
        ("1.", "the text ends", 2),
        ("[1.]", "a number needs a digit", 3), ("[+1]", "expected a value, found “+”", 1),
        ("[.5]", "expected a value", 1),
        ("[NaN]", "no NaN or Infinity", 1), ("tru", "the text ends within true, false or null", 3),
        ("trup", "expected true, false or null", 3), ("\"a\nb\"", "a control character in a string", 2),
        ("\"\\x\"", "does not belong after a backslash", 2), ("\"\\u12g4\"", "does not belong after a backslash", 5),
        ("{\"a\":1} x", "more text after the value: “x”", 8), ("[1", "not closed by ]", 2),
        ("{\"a\":", "not closed by }", 5),
        ("{} {}", "more text after the value", 3), ("// x", "no comments", 0), ("['a']", "double quotes", 1),
        ("[1}", "expected a comma or ]", 2), ("]", "expected a value", 0), ("-", "within a number", 1),
        ("[\"a", "within a string", 3), ("[-]", "a number needs a digit", 2), ("[1e]", "a number needs a digit", 3),
    ])
    func `what is no JSON is refused at its byte, also byte by byte`(text: String, reason: String, offset: Int) {
        let error = JSONText(text.utf8).syntaxError
        #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
        #expect(error?.offset == offset)
        guard case .failure(let slow) = slowly(text) else { return #expect(Bool(false), "byte by byte it passes") }
        #expect(slow == error)
    }

    @Test(
        arguments: [
            [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xE2, 0x82, 0x22],
            [0x22, 0xF5, 0x80, 0x80, 0x80, 0x22], [0xFF, 0xFE, 0x7B, 0x00],
        ] as [[UInt8]])
    func `bytes that are not UTF-8 are refused`(bytes: [UInt8]) {
        #expect(JSONText(bytes).syntaxError != nil)
    }

    @Test func `a hundred thousand brackets are refused and not followed`() {
        for text in [String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 100_000)] {
            let error = JSONText(text.utf8).syntaxError
            #expect(error?.reason.contains("nested deeper than 512") == true)
        }
    }

    @Test func `every beginning of a text is cut off and none is a surprise`() {
        let text = #"{"a":[1,-2.5e3,true,null,"x\u00e9\"é"],"b":{"c":{}}}"#
        for length in 0..<text.utf8.count {
            let cut = JSONText(text.utf8.prefix(length))
            #expect(cut.syntaxError?.isTruncated == true)
            #expect(cut.redacted(with: .standard).hasSuffix("…"))
            _ = cut.excerpt(around: length, redaction: .standard)
            _ = cut.pretty(colored: true)
        }
    }

    @Test func `strings of every length, with each kind of character at every place, come back`() throws {
        for special in [
            "\"", "\\", "\u{1F}", "\u{0}", "\n", "\u{7F}", "é", "€", "😀", "\u{2028}", "/", "!", "#", "[", "]",
        ] {
            for length in 0..<20 {
                for place in 0...length {
                    let text =
                        String(repeating: "x", count: place) + special + String(repeating: "é", count: length - place)
                    let data = try BodyEncoder().jsonData(text)
                    #expect(data.count <= text.utf8.count + 7)
                    #expect(try BodyDecoder().decode(String.self, from: data, contentType: .json) == text)
                }
            }
        }
    }

    @Test func `random damage never traps`() {
        let text = Array(#"{"token":"s3cret","list":[1,{"password":{"x":"s3cret"}},"\ud83d\ude00"],"z":1e400}"#.utf8)
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            var bytes = text
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            let damaged = JSONText(bytes)
            _ = damaged.excerpt(around: Int.random(in: 0...bytes.count, using: &generator), redaction: .standard)
            _ = damaged.redacted(with: .standard)
            _ = damaged.pretty(colored: false)
            _ = try? BodyDecoder().decode([String: LossyList<Int>].self, from: Data(bytes))
        }
    }

    @Test func `secrets are masked at any depth and all else stays as it is written`() {
        let text = #"{ "id": 1.50, "user": {"Password":"hunter2", "n":[{"api_key":{"a":["x"]}}]}, "token" :null }"#
        let shown = JSONText(text.utf8).redacted(with: .standard)
        #expect(shown == #"{ "id": 1.50, "user": {"Password":"***", "n":[{"api_key":"***"}]}, "token" :null }"#)
        let link = JSONText(#"{"next":"https://a.b/c?token=hunter2&page=2"}"#.utf8).redacted(with: .standard)
        #expect(link == #"{"next":"https://a.b/c?token=***&page=2"}"#)
        let own = JSONText(#"{"pin":1234}"#.utf8).redacted(with: Redaction.standard.adding(names: ["PIN"]))
        #expect(own == #"{"pin":"***"}"#)
    }

    @Test(arguments: [
        #"{"a":1,"password":"hunt"#, #"{"pass\u0077ord":"hunt","b":"#, #"{"password":"hunt" oops "hunt"}"#,
    ])
    func `a broken text shows no secret`(text: String) {
        let broken = JSONText(text.utf8)
        #expect(!broken.redacted(with: .standard).contains("hunt"))
        for offset in 0...text.utf8.count {
            #expect(!broken.excerpt(around: offset, redaction: .standard).contains("hunt"))
        }
    }

    @Test func `an excerpt is one line of at most 120 characters around its place`() {
        let noise = String(repeating: "x\u{9B}é", count: 100)
        let text = "{\n  \"a\": \"\(noise)\",\n\t\"token\": \"s3cret\",\n  \"here\": 42,\n  \"b\": \"\(noise)\"\n}"
        let json = JSONText(text.utf8)
        let place = text.utf8.count / 2
        for offset in stride(from: 0, to: text.utf8.count, by: 3) + [place] {
            let excerpt = json.excerpt(around: offset, redaction: .standard)
            #expect(excerpt.count <= 120)
            #expect(!excerpt.contains("\n") && !excerpt.contains("\u{9B}") && !excerpt.contains("s3cret"))
        }
    }

    @Test func `pretty keeps order and number text`() {
        let text = #"{"b":1.50,"a":[],"c":{},"d":[1e400,{"x":"é\n\u001b"}],"e":null}"#
        let pretty = """
            {
              "b": 1.50,
              "a": [],
              "c": {},
              "d": [
                1e400,
                {
                  "x": "é\\n\\u001b"
                }
              ],
              "e": null
            }
            """
        #expect(JSONText(text.utf8).pretty(colored: false) == pretty)
        #expect(JSONText("42".utf8).pretty(colored: false) == "42")
    }

    @Test func `pretty with colours is the same text with colours in between`() {
        let text = #"{"a":[1,true,null,"x"]}"#
        let colored = JSONText(text.utf8).pretty(colored: true)
        let plain = colored.replacing(/\u{1B}\[[0-9;]*m/, with: "")
        #expect(colored != plain)
        #expect(plain == JSONText(text.utf8).pretty(colored: false))
    }

    @Test func `pretty escapes characters that drive a terminal`() {
        let pretty = JSONText("[\"a\u{9B}31m\u{7F}\"]".utf8).pretty(colored: false)
        #expect(pretty == "[\n  \"a\\u009b31m\\u007f\"\n]")
    }
}
