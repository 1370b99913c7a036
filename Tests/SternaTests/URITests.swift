import Sterna
import Testing

@Suite struct URITests {
    @Test(arguments: [
        ("http://h", "http://h/"),
        ("HTTP://Example.COM:80/A", "http://example.com/A"),
        ("https://h:443/", "https://h/"),
        ("https://h:80/", "https://h:80/"),
        ("http://h:/", "http://h/"),
        ("http://h?q", "http://h/?q"),
        ("http://h/?", "http://h/?"),
        ("http://h#f", "http://h/#f"),
        ("http://h/a//b/", "http://h/a//b/"),
        ("http://u:p@h/", "http://u:p@h/"),
        ("http://@h/", "http://h/"),
        ("http://h/a;b=c,d:e@f", "http://h/a;b=c,d:e@f"),
        ("http://h/...", "http://h/..."),
        ("http://h/.a/a./..b", "http://h/.a/a./..b"),
        ("http://h/?../.", "http://h/?../."),
        ("http://my_service.docker/", "http://my_service.docker/"),
        ("http://h.example./", "http://h.example./"),
    ])
    func `a text is read into one canonical form`(_ text: String, _ canonical: String) throws {
        let uri = try URI(text)
        #expect(uri.text == canonical)
        #expect(try URI(canonical) == uri)
    }

    /// Field report B10.
    @Test(arguments: [
        ("http://h/?name=[%D1%82", "/?name=%5B%D1%82"),
        ("http://h/a%20b c", "/a%20b%20c"),
        ("http://h/a%2Fb|%2f", "/a%2Fb%7C%2f"),
        ("http://h/50%", "/50%25"),
        ("http://h/50%zz%4", "/50%25zz%254"),
        ("http://h/é?q=é", "/%C3%A9?q=%C3%A9"),
        ("http://h/\"<>\\^`{}", "/%22%3C%3E%5C%5E%60%7B%7D"),
        ("http://h/😀", "/%F0%9F%98%80"),
        ("http://h/a[1]?b[]=\u{85}", "/a%5B1%5D?b%5B%5D=%C2%85"),
    ])
    func `only what may not stand in a URI is encoded`(_ text: String, _ target: String) throws {
        #expect(try URI(text).requestTarget == target)
    }

    @Test(arguments: [
        ("", "no scheme"),
        ("/a", "no scheme"),
        ("example.com/a", "no scheme"),
        ("//h/a", "no scheme"),
        ("localhost:8080/a", "scheme localhost is not spoken: use http or https"),
        ("ftp://h/", "scheme ftp is not spoken: use http or https"),
        ("file:///etc/passwd", "scheme file is not spoken"),
        ("javascript:alert(1)", "scheme javascript is not spoken"),
        ("http:/h/a", "no host"),
        ("http:h", "no host"),
        ("http://", "no host"),
        ("http:///a", "no host"),
        ("http://:80/", "no host"),
        ("http://u@/", "no host"),
        ("http://h:0/", "no port"),
        ("http://h:65536/", "no port"),
        ("http://h:99999999999999999999/", "no port"),
        ("http://h:+80/", "no port"),
        ("http://h:8o/", "no port"),
        ("http://::1/", "no port"),
        ("http://a@b@h/", "more than one @"),
        ("http://h\\@evil.example/", "a backslash"),
        ("http://a b/", "“ ” in the host"),
        ("http://a%20b/", "“ ” in the host"),
        ("http://a%2Fb/", "“/” in the host"),
        ("http://a%00b/", "“\\u{0}” in the host"),
        ("http://a%ffb/", "no UTF-8"),
        ("http://a..b/", "an empty part"),
        ("http://.a/", "an empty part"),
        ("http://./", "an empty part"),
        ("http://h/a/../b", "the path holds “..”"),
        ("http://h/%2E%2e", "the path holds “%2E%2e”"),
        ("http://h/.%2e/b", "the path holds “.%2e”"),
        ("http://h/a/.", "the path holds “.”"),
        ("http://h/a\r\nX: y", "a control character at byte 10"),
        ("http://h/\u{0}", "a control character"),
        ("http://h/\u{7F}", "a control character"),
        ("http://h/a\t", "a control character"),
        (" http://h/", "a space at the beginning"),
        ("http://h/ ", "a space at the beginning or the end"),
    ])
    func `what cannot be asked is refused with its reason`(_ text: String, _ reason: String) {
        let error = #expect(throws: InvalidURI.self) { try URI(text) }
        #expect(error?.reason.contains(reason) == true, "\(error.map(\.reason) ?? "none")")
        #expect(error?.description.unicodeScalars.allSatisfy { $0.value >= 0x20 } == true)
    }

    @Test func `an error text shows no password and no key`() {
        let error = #expect(throws: InvalidURI.self) { try URI("http://user:hunter2@h:0/?token=abc&a=b") }
        #expect(error?.description.hasPrefix("“http://***@h:0/?token=***&a=b”") == true)
    }

    @Test func `a URI is taken apart`() throws {
        let uri = try URI("https://u:p%40@[::1]:8443/a?b=c#d")
        #expect(uri.scheme == "https" && uri.isSecure)
        #expect(uri.userInfo == "u:p%40")
        #expect(uri.host == "[::1]")
        #expect(uri.port == 8443 && uri.effectivePort == 8443)
        #expect(uri.authority == "[::1]:8443")
        #expect(uri.path == "/a")
        #expect(uri.query == "b=c")
        #expect(uri.fragment == "d")
        #expect(uri.requestTarget == "/a?b=c")
        #expect(uri.origin.description == "https://[::1]:8443")
    }

    @Test func `an origin is scheme, host and effective port`() throws {
        let origin = try URI("http://h/a").origin
        #expect(try URI("http://u@H:80/b?c#d").origin == origin)
        #expect(try URI("https://h/a").origin != origin)
        #expect(try URI("http://h:81/a").origin != origin)
        #expect(origin.port == 80 && origin.description == "http://h")
    }

    @Test func `what is set is encoded where it has to be`() throws {
        var uri = try URI("http://h/")
        uri.query = "a=b c&d=%20\r\n#"
        uri.fragment = "x y"
        uri.userInfo = "a@b:c/d"
        #expect(uri.text == "http://a%40b:c%2Fd@h/?a=b%20c&d=%20%0D%0A%23#x%20y")
        #expect(try uri.replacing(path: "x y/z?").path == "/x%20y/z%3F")
        #expect(throws: InvalidURI.self) { try uri.replacing(path: "/a/%2e./b") }
    }

    @Test func `a URL of Foundation goes in and comes out`() throws {
        let text = "https://u:p@h:8443/a%2Fb/c%20d/?q=a%2Bb#f"
        let uri = try URI(#require(URL(string: text)))
        #expect(uri.text == text)
        #expect(uri.url?.absoluteString == text)
        #expect(throws: InvalidURI.self) { try URI(#require(URL(string: "/a"))) }
        #expect(throws: InvalidURI.self) { try URI(#require(URL(string: "mailto:a@b"))) }
    }

    @Test func `noise is read or refused and never traps`() {
        var noise = Noise(seed: 1)
        let alphabet = Array("ahtps:/?#[]@%.0189afx-_\\ é。\u{0}\n😀")
        var read = 0
        for _ in 0..<4000 {
            let text = (noise.bool() ? "http://" : "") + noise.text(of: alphabet, upTo: 24)
            guard let uri = try? URI(text) else { continue }
            read += 1
            #expect((try? URI(uri.text)) == uri, "\(text)")
            #expect(uri.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
            if let other = try? uri.resolving(noise.text(of: alphabet, upTo: 12)) {
                #expect((try? URI(other.text)) == other)
            }
        }
        #expect(read > 100)
    }
}
