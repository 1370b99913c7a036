import TestSupport
import Testing

@testable import Sterna

/// Which cookies are kept, and where they go.
struct CookieJarTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    /// What goes along to `target` after `lines` came from `source`.
    private func sent(
        _ lines: String..., from source: String, to target: String, after seconds: Double = 0
    ) throws -> String {
        let jar = CookieJar()
        try jar.set(lines, from: try URI(source), at: now)
        return try jar.cookies(for: try URI(target), at: now + seconds).map(\.pair).joined(separator: "; ")
    }

    @Test(arguments: [  // B103
        ("https://foo.com", "a=1; Domain=com", "https://foo.com", false),
        ("https://foo.com", "a=1; Domain=com", "https://bank.com", false),
        ("https://foo.com", "a=1; Domain=.com.", "https://bank.com", false),
        ("https://foo.com.", "a=1; Domain=com.", "https://bank.com.", false),
        ("https://me.github.io", "a=1; Domain=github.io", "https://you.github.io", false),
        ("https://shop.co.uk", "a=1; Domain=co.uk", "https://bank.co.uk", false),
        ("https://foo.com", "a=1; Domain=bar.com", "https://bar.com", false),
        ("https://foo.com", "a=1; Domain=www.foo.com", "https://www.foo.com", false),
        ("https://example.com", "a=1; Domain=example.com", "https://notexample.com", false),
        ("https://example.com", "a=1; Domain=example.com", "https://www.example.com", true),
        ("https://www.example.com", "a=1; Domain=.EXAMPLE.com", "https://api.example.com", true),
        ("https://example.com", "a=1", "https://www.example.com", false),
        ("https://www.example.com", "a=1", "https://example.com", false),
        ("https://example.com", "a=1", "https://EXAMPLE.com:8443/x", true),
        ("https://127.0.0.1", "a=1; Domain=127.0.0.1", "https://127.0.0.1", true),
        ("https://127.0.0.1", "a=1; Domain=0.0.1", "https://127.0.0.1", false),
        ("https://127.0.0.1", "a=1; Domain=1", "https://1.0.0.1", false),
        ("https://[::1]", "a=1", "https://[::1]", true),
        ("http://localhost", "a=1; Domain=localhost", "http://localhost", true),
        ("http://localhost", "a=1; Domain=localhost", "http://evil.localhost", false),
        ("https://xn--bcher-kva.example", "a=1; Domain=bücher.example", "https://bücher.example", false),
        ("https://shop.bücher.example", "a=1; Domain=xn--bcher-kva.example", "https://bücher.example", true),
    ])
    func `a cookie goes to its own site and to no other`(from: String, line: String, to: String, goes: Bool) throws {
        #expect(try sent(line, from: from, to: to) == (goes ? "a=1" : ""))
    }

    @Test(arguments: [
        ("/", "/a", "/a", true), ("/", "/a", "/a/", true), ("/", "/a", "/a/b", true), ("/", "/a", "/ab", false),
        ("/", "/a/", "/a", false), ("/", "/a/", "/a/b", true), ("/a/b", "", "/a", true), ("/a/b", "", "/a/c", true),
        ("/a/b", "", "/", false), ("/a", "", "/b", true), ("/a/b", "x", "/a/z", true), ("/a/b/", "", "/a/b", true),
        ("/", "/%61", "/a", false),
    ])
    func `a path holds what lies beneath it`(of: String, path: String, to: String, goes: Bool) throws {
        let line = path.isEmpty ? "a=1" : "a=1; Path=\(path)"
        #expect(try sent(line, from: "http://a.test\(of)", to: "http://a.test\(to)") == (goes ? "a=1" : ""))
    }

    @Test func `a secure cookie is set and sent over https alone, and nothing in the clear hides it`() throws {
        #expect(try sent("a=1; Secure", from: "https://a.test", to: "http://a.test") == "")
        #expect(try sent("a=1; Secure", from: "https://a.test", to: "https://a.test") == "a=1")
        #expect(try sent("a=1; Secure", from: "http://a.test", to: "https://a.test") == "")
        let jar = CookieJar()
        try jar.set(["a=1; Secure; Path=/x"], from: try URI("https://a.test"), at: now)
        for line in ["a=2; Path=/x", "a=2; Path=/x/y", "a=; Path=/x; Max-Age=0"] {
            try jar.set([line], from: try URI("http://a.test"), at: now)
        }
        #expect(try jar.cookies().map(\.value) == ["1"])
        try jar.set(["a=2; Path=/"], from: try URI("http://a.test"), at: now)
        #expect(try jar.cookies().map(\.value) == ["1", "2"])
    }

    @Test(arguments: [
        ("https://a.example.com", "__Host-a=1; Secure; Path=/", true),
        ("https://a.example.com", "__Host-a=1; Secure", false),
        ("https://a.example.com", "__Host-a=1; Secure; Path=/x", false),
        ("https://a.example.com", "__Host-a=1; Path=/", false),
        ("https://a.example.com", "__Host-a=1; Secure; Path=/; Domain=a.example.com", false),
        ("https://a.example.com", "__HOST-a=1; Secure; Path=/; Domain=example.com", false),
        ("http://a.example.com", "__Host-a=1; Secure; Path=/", false),
        ("https://a.example.com", "__Secure-a=1; Secure; Domain=example.com", true),
        ("https://a.example.com", "__secure-a=1", false), ("https://a.example.com", "=__Host-a=1; Path=/", false),
        ("https://a.example.com", "__Secure-a", false),
    ])
    func `a name that makes a promise keeps it`(from: String, line: String, goes: Bool) throws {
        #expect(try sent(line, from: from, to: "https://a.example.com/").isEmpty == !goes)
    }

    @Test func `a cookie ends when its time is over, and its age counts before its date`() throws {
        func sent(_ line: String, after seconds: Double) throws -> Bool {
            try self.sent(line, from: "http://a.test", to: "http://a.test", after: seconds) == "a=1"
        }
        #expect(try sent("a=1", after: 1e9))
        #expect(try sent("a=1; Max-Age=60", after: 59) && !sent("a=1; Max-Age=60", after: 60))
        // 2027-01-15 08:00:00 is now.
        #expect(try sent("a=1; Expires=Fri, 15 Jan 2027 08:01:00 GMT", after: 59))
        #expect(try !sent("a=1; Expires=Fri, 15 Jan 2027 08:01:00 GMT", after: 60))
        #expect(try sent("a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT", after: 1))
        #expect(try !sent("a=1; Max-Age=0; Expires=Fri, 15 Jan 2038 08:00:00 GMT", after: 0))
        let longest = 400.0 * 86_400
        for line in ["a=1; Max-Age=99999999999999999999999", "a=1; Expires=Fri, 31 Dec 9999 23:59:59 GMT"] {
            #expect(try sent(line, after: longest - 1) && !sent(line, after: longest), "\(line)")
        }
    }

    @Test func `the later value wins, also within one answer, and a date in the past deletes`() throws {  // B102
        let gone = "a=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT"
        #expect(try sent("a=1", "a=2", from: "http://a.test", to: "http://a.test") == "a=2")
        #expect(try sent("a=1", gone, from: "http://a.test", to: "http://a.test") == "")
        #expect(try sent("a=1", gone, "a=3", from: "http://a.test", to: "http://a.test") == "a=3")
        #expect(try sent("a=1; Path=/x", gone, from: "http://a.test", to: "http://a.test/x") == "a=1")
    }

    @Test func `longer paths come first, then older cookies`() throws {
        let lines = ["a=1", "b=2; Path=/x/y", "c=3; Path=/x", "d=4", "a=5"]
        let jar = CookieJar()
        try jar.set(lines, from: try URI("http://a.test/"), at: now)
        let pairs = try jar.cookies(for: try URI("http://a.test/x/y"), at: now).map(\.pair)
        #expect(pairs == ["b=2", "c=3", "a=5", "d=4"])
        #expect("\(try jar.cookies()[0])".contains("5") == false)
    }

    @Test func `of too many cookies those go that were not used for long, and the newest stays`() throws {
        var policy = CookiePolicy()
        (policy.perDomain, policy.total) = (3, 5)
        let jar = CookieJar(policy)
        let url = try URI("https://a.test/")
        for (index, name) in ["a", "b", "c"].enumerated() {
            try jar.set(["\(name)=1; Path=/\(name)"], from: url, at: now + Double(index))
        }
        _ = try jar.cookies(for: try URI("https://a.test/a"), at: now + 10)
        try jar.set(["d=1"], from: url, at: now + 11)
        #expect(try jar.cookies().map(\.name) == ["a", "c", "d"])
        for host in ["b", "c", "d"] {
            try jar.set(["\(host)=1; Secure"], from: try URI("https://\(host).test"), at: now + 12)
        }
        #expect(try jar.cookies().map(\.domain) == ["a.test", "a.test", "b.test", "c.test", "d.test"])
        try jar.removeAll()
        #expect(try jar.cookies().isEmpty)
    }

    @Test func `without a list of public suffixes a cookie goes to its host alone`() throws {
        let set = try #require(SetCookie("a=1; Domain=example.com"))
        let url = try URI("https://www.example.com")
        let cookie = CookieDecision.cookie(set, from: url, at: now, CookiePolicy(), isPublicSuffix: nil)
        #expect(cookie?.domain == "www.example.com" && cookie?.isHostOnly == true)
        let other = try #require(SetCookie("a=1; Domain=other.com"))
        #expect(CookieDecision.cookie(other, from: url, at: now, CookiePolicy(), isPublicSuffix: nil) == nil)
    }
}
