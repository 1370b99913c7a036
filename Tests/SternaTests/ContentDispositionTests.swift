import Sterna
import Testing

@Suite struct ContentDispositionTests {
    /// Field report B19.
    @Test(arguments: [
        (#"attachment; filename="fallback.txt"; filename*=UTF-8''%E2%82%AC.txt"#, "€.txt"),
        (#"attachment; filename*=UTF-8''%E2%82%AC.txt; filename="fallback.txt""#, "€.txt"),
        (#"attachment; filename*=UTF-8''%E2%82%AC.txt"#, "€.txt"),
        (#"attachment; filename*=utf-8'en'a%20b"#, "a b"),
        (#"attachment; filename*=ISO-8859-1''%A3%20rates"#, "£ rates"),
        (#"attachment; filename="a\"b;c, d.txt""#, #"a"b;c, d.txt"#),
        (#"attachment; filename=plain.txt"#, "plain.txt"),
        (#"attachment; filename=two words, and a comma.txt ; x=y"#, "two words, and a comma.txt"),
        (#"ATTACHMENT ;FileName = "a.txt""#, "a.txt"),
        (#"attachment; filename*="UTF-8''%c3%a9.txt""#, "é.txt"),
        (#"filename="a.txt""#, "a.txt"),
        (#"attachment; filename="unclosed.txt"#, "unclosed.txt"),
        (#"attachment; filename="é.txt""#, "é.txt"),
        (#"form-data; name="f"; filename="a%20b.txt""#, "a%20b.txt"),
    ])
    func `the name is found, and filename* goes first`(_ text: String, _ name: String) {
        #expect(ContentDisposition(text)?.fileName == name)
    }

    /// Field report B19.
    @Test(arguments: [
        "UTF-8''%E2%82", "UTF-8''%zz", "UTF-8''100%", "UTF-8''", "UTF-16''%20", "plain.txt", "''x", "UTF-8'x",
        "UTF-8''%FF.txt",
    ])
    func `a filename* that is not sound gives way to filename`(_ value: String) {
        let text = "attachment; filename*=\(value); filename=\"good.txt\""
        #expect(ContentDisposition(text)?.fileName == "good.txt")
        #expect(ContentDisposition("attachment; filename*=\(value)")?.fileName == nil)
    }

    @Test func `type and parameters are read`() {
        let disposition = ContentDisposition("Inline; a=1; A=2")
        #expect(disposition?.type == "inline")
        #expect(disposition?.parameters["a"] == "1")
        #expect(disposition?.fileName == nil)
        #expect(ContentDisposition("") == nil)
        #expect(ContentDisposition(" ;x=y") == nil)
        #expect(ContentDisposition("attachment; filename=\"\"")?.fileName == nil)
    }

    @Test(arguments: [
        ("../../etc/passwd", "passwd"), ("/etc/passwd", "passwd"), ("..\\..\\a.txt", "a.txt"),
        ("C:\\a\\b.txt", "b.txt"),
        ("C:evil.txt", "C_evil.txt"), ("a/b/", "b"), ("a\u{0}b\r\nc.txt", "abc.txt"), (".htaccess", "htaccess"),
        ("...a", "a"), ("a. . ", "a"), (" a .txt", "a .txt"), ("CON", "_CON"), ("com1.txt", "_com1.txt"),
        ("NUL .x", "_NUL .x"),
        ("LPT¹", "_LPT¹"), ("COMB.txt", "COMB.txt"), ("CONSOLE", "CONSOLE"), ("a\u{202E}gpj.exe", "agpj.exe"),
        ("<a>|b?*\"", "_a__b___"), ("é😀.txt", "é😀.txt"), ("नमस्\u{200D}ते.txt", "नमस्\u{200D}ते.txt"), ("a..b", "a..b"),
    ])
    func `a name is safe in any folder`(_ proposed: String, _ name: String) {
        #expect(FileName.safe(proposed) == name)
    }

    @Test(arguments: ["", ".", "..", "/", "a/..", "\\", "\u{0}", " ", ". .", "\u{202E}", "../"])
    func `nothing is left of a name that is none`(_ proposed: String) {
        #expect(FileName.safe(proposed) == nil)
    }

    @Test func `a long name is cut before its extension`() {
        #expect(
            FileName.safe(String(repeating: "a", count: 300) + ".txt") == String(repeating: "a", count: 251) + ".txt")
        #expect(FileName.safe(String(repeating: "é", count: 300)) == String(repeating: "é", count: 127))
        #expect(FileName.safe("a" + String(repeating: "\u{301}", count: 500) + ".b")?.utf8.count ?? 0 <= 255)
        #expect(FileName.safe("a." + String(repeating: "x", count: 400))?.utf8.count == 255)
    }

    @Test func `any noise becomes a safe name or none`() {
        var noise = Noise(seed: 5)
        for _ in 0..<2000 {
            let text = noise.text(of: Array("./\\:aCON1\u{0}\u{202E} é;=\"%'*"), upTo: 30)
            _ = ContentDisposition("attachment; filename*=UTF-8''\(text); filename=\"\(text)")?.safeFileName
            guard let name = FileName.safe(text) else { continue }
            #expect(!name.isEmpty && name.utf8.count <= 255 && !name.contains("/") && !name.contains("\\"))
            #expect(name != "." && name != ".." && FileName.safe(name) == name)
        }
    }

    @Test func `an answer suggests a name from its field or its URL`() throws {
        var response = HTTPResponse(status: 200, url: try URI("http://h/a/b%2F..%2Fc.txt?d"))
        #expect(response.suggestedFileName == "c.txt")
        response.fields[.contentDisposition] = "attachment; filename=\"../x.txt\""
        #expect(response.suggestedFileName == "x.txt")
        response.fields[.contentDisposition] = "attachment; filename=\"..\""
        response.url = try URI("http://h/")
        #expect(response.suggestedFileName == "download")
    }
}
