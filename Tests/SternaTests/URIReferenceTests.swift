import Sterna
import Testing

@Suite struct URIReferenceTests {
    /// RFC 3986 §5.4.1 and §5.4.2; `http://g` has the path `/` here.
    @Test(arguments: [
        ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
        ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
        (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
        ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
        ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
        ("../../g", "http://a/g"),
        ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
        ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
        ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
        ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/./x", "http://a/b/c/g#s/./x"),
        ("g#s/../x", "http://a/b/c/g#s/../x"),
    ])
    func `the examples of RFC 3986 come out as they should`(_ reference: String, _ result: String) throws {
        #expect(try URI("http://a/b/c/d;p?q").resolving(reference).text == result)
    }

    @Test(arguments: [
        ("https://u:p@H:443/x/../y", "https://u:p@h/y"),
        ("HTTP://h", "http://h/"),
        ("//H:81/../x", "https://h:81/x"),
        ("/%2e%2E/x", "https://u@a/x"),
        ("x/%2e", "https://u@a/b/x/"),
        ("a b|c%2F%", "https://u@a/b/a%20b%7Cc%2F%25"),
        ("?", "https://u@a/b/c?"),
        ("1:2", "https://u@a/b/1:2"),
        ("/a//../b", "https://u@a/a/b"),
        ("//bücher.example/", "https://xn--bcher-kva.example/"),
        ("é", "https://u@a/b/%C3%A9"),
    ])
    func `a target is resolved and put into canonical form`(_ reference: String, _ result: String) throws {
        #expect(try URI("https://u@a/b/c?q#f").resolving(reference).text == result)
    }

    @Test(arguments: ["g:h", "mailto:a@b", "http:g", "https:/g", "//", "///x", "//h:0", "/a\nb", "http://", "x "])
    func `a target that cannot be asked is refused`(_ reference: String) throws {
        let base = try URI("http://a/b/c/d;p?q")
        #expect(throws: InvalidURI.self) { try base.resolving(reference) }
    }

    /// Field reports B04, B05 and B06.
    @Test(arguments: [
        ("https://h", "users", "/users"), ("https://h", "/users", "/users"),
        ("https://h/", "users", "/users"), ("https://h/", "/users", "/users"),
        ("https://h/api/v1", "users", "/api/v1/users"), ("https://h/api/v1", "/users", "/api/v1/users"),
        ("https://h/api/v1/", "users", "/api/v1/users"), ("https://h/api/v1/", "/users", "/api/v1/users"),
        ("https://h/api", "/items/", "/api/items/"), ("https://h/api/", "items/", "/api/items/"),
        ("https://h/api", "", "/api"), ("https://h/api/", "", "/api/"), ("https://h/api", "/", "/api/"),
        ("https://h/api/", "/", "/api/"), ("https://h", "", "/"), ("https://h", "/", "/"),
        ("https://h/a//b/", "/c//d//", "/a//b/c//d//"), ("https://h/a%2Fb", "c%2Fd", "/a%2Fb/c%2Fd"),
    ])
    func `the base's path stays and meets the endpoint's with one slash`(
        _ base: String, _ path: String, _ result: String
    ) throws {
        #expect(try URI(base).appending(path: path).requestTarget == result)
    }

    @Test func `the base's query comes first and its fragment is left out`() throws {
        let base = try URI("https://h/v1?key=a#frag")
        #expect(base.appending(path: "x", query: "q=b").text == "https://h/v1/x?key=a&q=b")
        #expect(base.appending(path: "x").text == "https://h/v1/x?key=a")
        #expect(try URI("https://h/v1").appending(path: "x", query: "q").text == "https://h/v1/x?q")
        #expect(try URI("https://h/v1?").appending(path: "x", query: "q").text == "https://h/v1/x?q")
    }
}
