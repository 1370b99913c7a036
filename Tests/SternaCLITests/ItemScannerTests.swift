import Testing

@testable import SternaCLI

@Suite struct ItemScannerTests {
    @Test(
        arguments: [
            ("X-A:b", .header(name: "X-A", value: "b")),
            ("X-A:b:c=d@e", .header(name: "X-A", value: "b:c=d@e")),
            ("Accept:", .removal(name: "Accept")),
            ("X-A;", .header(name: "X-A", value: "")),
            ("q==a b", .query(name: "q", value: "a b")),
            ("q==", .query(name: "q", value: "")),
            ("a=b", .field(name: "a", .text("b"))),
            ("a=", .field(name: "a", .text(""))),
            ("a=b=c:d", .field(name: "a", .text("b=c:d"))),
            ("a:=1", .field(name: "a", .json("1"))),
            ("a:=\"x:=y\"", .field(name: "a", .json("\"x:=y\""))),
            ("a=@f.txt", .field(name: "a", .textFile("f.txt"))),
            ("a:=@f.json", .field(name: "a", .jsonFile("f.json"))),
            ("a@f.png", .upload(name: "a", path: "f.png")),
            ("@f.json", .bodyFile("f.json")),
            ("@-", .bodyInput),
            ("-", .bodyInput),
            ("名=値", .field(name: "名", .text("値"))),
            ("e=👩‍👩‍👧", .field(name: "e", .text("👩‍👩‍👧"))),
        ] as [(String, RequestItem)])
    func `the first separator decides`(word: String, item: RequestItem) throws {
        #expect(try ItemScanner.item(word) == item)
    }

    @Test(
        arguments: [
            (#"a\:b=c"#, .field(name: "a:b", .text("c"))),
            (#"a\=b==c"#, .query(name: "a=b", value: "c")),
            (#"a\@b=c"#, .field(name: "a@b", .text("c"))),
            (#"a\:b:=1"#, .field(name: "a:b", .json("1"))),
            (#"a=\@home"#, .field(name: "a", .text("@home"))),
            (#"a=x\:y"#, .field(name: "a", .text(#"x\:y"#))),
            (#"C\d=e"#, .field(name: #"C\d"#, .text("e"))),
            (#"\@a=b"#, .field(name: "@a", .text("b"))),
        ] as [(String, RequestItem)])
    func `a backslash makes a separator a plain character`(word: String, item: RequestItem) throws {
        #expect(try ItemScanner.item(word) == item)
    }

    @Test(arguments: ["foo", "", "=x", "==x", ":x", ":=1", ";", "@", "a@"])
    func `a word without a name or a separator is no item`(word: String) throws {
        let error = try #require(throws: UsageError.self) { try ItemScanner.item(word) }
        #expect(error.advice?.hasPrefix("expected") == true)
    }

    @Test(arguments: [("tiemout", "timeout"), ("heders", "headers"), ("verbsoe", "verbose"), ("qiet", "quiet")])
    func `the nearest word is found`(typed: String, meant: String) {
        #expect(Spelling.nearest(to: typed, among: OptionTable.request.map(\.long)) == meant)
    }

    @Test func `a word that is near to nothing gets no guess`() {
        #expect(Spelling.nearest(to: "zzzzzzz", among: OptionTable.request.map(\.long)) == nil)
    }
}
