import Sterna
import Testing

@Suite struct HTTPFieldsTests {
    /// Field report B17.
    @Test(arguments: [
        "a\r\nX-Injected: 1", "a\nb", "a\rb", "a\u{0}b", "\u{1B}[31m", "a\u{7F}", "\n", "a\r\n", "\u{0B}a",
    ])
    func `a value with a line break or another control character is refused`(_ value: String) throws {
        let error = #expect(throws: InvalidField.self) { try HTTPField(name: "X-Token", value: value) }
        #expect(error?.reason == .value)
        #expect(error?.description.contains(value) == false)
        var fields: HTTPFields = ["X-Token": value, "X-Good": "1"]
        #expect(fields.map(\.name.text) == ["X-Good"])
        #expect(fields.invalid?.name == "X-Token")
        fields[.accept] = value
        #expect(fields[.accept] == nil)
        #expect(HTTPFields().merging(fields).invalid?.reason == .value)
    }

    /// Field report B17.
    @Test(arguments: ["A B", "", "A:", ":path", "A\r\n", "Ä", "A\u{0}", "a(b)", "\"a\"", "a,b", "a@b", " a"])
    func `a name that is no token is refused`(_ name: String) {
        #expect(HTTPField.Name(name) == nil)
        #expect((HTTPFields(dictionaryLiteral: (name, "1"))).invalid?.reason == .name)
        #expect(InvalidField(name: name, reason: .name).description.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    }

    /// Field report B16.
    @Test func `names are found in any case and shown as they were written`() throws {
        let head = ResponseHead(Array("location: /a\r\nETAG: \"b\"\r\nx-TOTAL-count:3\r\n".utf8))
        for fields in [HTTPFields(head: head), ["location": "/a", "ETAG": "\"b\"", "x-TOTAL-count": "3"]] {
            #expect(fields[.location] == "/a")
            #expect(fields[.eTag] == "\"b\"")
            #expect(fields[try #require(.init("X-Total-Count"))] == "3")
            #expect(fields.map(\.name.text) == ["location", "ETAG", "x-TOTAL-count"])
        }
    }

    @Test func `lines of one name are joined, those of Set-Cookie never`() {
        var fields: HTTPFields = ["Vary": "a", "vary": "b", "Set-Cookie": "a=1, 2", "set-cookie": "b=2"]
        #expect(fields[.vary] == "a, b")
        #expect(fields[values: .setCookie] == ["a=1, 2", "b=2"])
        #expect(fields[.setCookie] == "a=1, 2")
        fields[.vary] = "c"
        #expect(fields.map(\.value) == ["c", "a=1, 2", "b=2"])
        fields[.setCookie] = nil
        #expect(fields.count == 1)
    }

    @Test func `a value loses the white space at its ends and keeps the rest`() throws {
        #expect(try HTTPField(.accept, " \ta  b\t ").value == "a  b")
        #expect(try HTTPField(.accept, " \t ").value == "")
        #expect(try HTTPField(.accept, "é").value == "é")
    }

    @Test func `a head is read as servers write it`() {
        let head = "X-A:b\r\nX-B: \t c \t\r\nX-C\n: no\r\nX-D: e\r\n f\r\n\tg\r\nX-E:\r\n"
        let rest = "X-F: caf\u{E9}\r\nbroken\r\nX G: 1\r\n"
        let latin = (head + rest).unicodeScalars.map { UInt8($0.value) }
        let fields = HTTPFields(head: ResponseHead(latin))
        #expect(fields.map(\.description) == ["X-A: b", "X-B: c", "X-D: e f g", "X-E: ", "X-F: café"])
        for (name, value) in [("x-a", "b"), ("x-b", "c"), ("x-d", "e f g"), ("x-e", ""), ("x-f", "café")] {
            #expect(HTTPField.Name(name).flatMap { fields[$0] } == value)
        }
    }
}
