import Sterna
import Testing

@Suite struct HostNameTests {
    /// Field report B11.
    @Test(arguments: [
        ("bücher.example", "xn--bcher-kva.example"),
        ("BÜCHER.Example", "xn--bcher-kva.example"),
        ("b%C3%BCcher.example", "xn--bcher-kva.example"),
        ("XN--bcher-KVA.example", "xn--bcher-kva.example"),
        ("straße.example", "xn--strae-oqa.example"),
        ("例え。テスト", "xn--r8jz45g.xn--zckzah"),
        ("مثال.إختبار", "xn--mgbh0fb.xn--kgbechtv"),
        ("bu\u{308}cher.example", "xn--bcher-kva.example"),
    ])
    func `a name beyond ASCII has one form`(_ host: String, _ ascii: String) throws {
        let uri = try URI("http://\(host):8080/")
        #expect(uri.host == ascii)
        #expect(uri.text == "http://\(ascii):8080/")
        #expect(try uri.resolving("//\(host)").origin == URI("http://\(ascii)").origin)
    }

    @Test func `a name that is too long is refused by its length`() throws {
        let label = String(repeating: "a", count: 63)
        #expect(try URI("http://\(label).example/").host == "\(label).example")
        let long = #expect(throws: InvalidURI.self) { try URI("http://\(label)a.example/") }
        #expect(long?.reason == "a part of the host has 64 bytes: at most 63 are allowed")
        let name = Array(repeating: label, count: 4).joined(separator: ".")
        let longer = #expect(throws: InvalidURI.self) { try URI("http://\(name)/") }
        #expect(longer?.reason == "the host has 255 bytes: at most 253 are allowed")
        #expect(throws: InvalidURI.self) { try URI("http://\(String(repeating: "a", count: 60))é.example/") }
        #expect(throws: InvalidURI.self) { try URI("http://\(String(repeating: "ü", count: 4000)).example/") }
    }

    @Test(arguments: [
        ("[::1]", "[::1]"),
        ("[0:0:0:0:0:0:0:1]", "[::1]"),
        ("[::]", "[::]"),
        ("[2001:DB8:0:0:1:0:0:1]", "[2001:db8::1:0:0:1]"),
        ("[2001:db8:0:1:1:1:1:1]", "[2001:db8:0:1:1:1:1:1]"),
        ("[2001:db8:0:0:0:0:0:0]", "[2001:db8::]"),
        ("[1:2:3:4:5:6:7::]", "[1:2:3:4:5:6:7:0]"),
        ("[::ffff:192.0.2.1]", "[::ffff:192.0.2.1]"),
        ("[::FFFF:c000:201]", "[::ffff:192.0.2.1]"),
        ("[64:ff9b::192.0.2.33]", "[64:ff9b::c000:221]"),
        ("[fe80::1%25eth0]", "[fe80::1%25eth0]"),
        ("[fe80::1%eth0]", "[fe80::1%25eth0]"),
        ("127.0.0.1", "127.0.0.1"),
        ("255.255.255.255", "255.255.255.255"),
    ])
    func `an address has one form`(_ host: String, _ canonical: String) throws {
        let uri = try URI("http://\(host):81/x")
        #expect(uri.host == canonical)
        #expect(uri.port == 81)
        #expect(try URI(uri.text) == uri)
    }

    @Test(arguments: [
        "[::1", "[]", "[1]", "[:::]", "[::1::]", "[1:2:3:4:5:6:7]", "[1:2:3:4:5:6:7:8:9]", "[1:2:3:4:5:6:7:8::]",
        "[12345::]", "[g::]", "[::+1]", "[::-1]", "[::1]x", "[v1.a]", "[::1.2.3]", "[::1.2.3.4:5]", "[::1.2.3.256]",
        "[:1:2:3:4:5:6:7]",
        "[1:2:3:4:5:6:7:]", "[fe80::1%25]", "[fe80::1%25a/b]", "[fe80::1%]", "::1]", "a[::1]",
        "256.0.0.1", "1.2.3", "1.2.3.4.5", "127.1", "2130706433", "0x7f.0.0.1", "0x7f000001", "0177.0.0.1", "1.2.3.4.",
        "1.2.3.04", "h.1", "１２７.1",
    ])
    func `what is no address is refused and never guessed`(_ host: String) {
        #expect(throws: InvalidURI.self) { try URI("http://\(host)/") }
    }
}
