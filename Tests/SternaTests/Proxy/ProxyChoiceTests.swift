import Testing

@testable import Sterna

/// Which proxy a request goes through, by the rules of curl.
struct ProxyChoiceTests {
    private func proxy(
        for url: String, _ environment: [String: String], _ change: (inout TransportOptions) throws -> Void = { _ in }
    ) throws -> String? {
        var options = TransportOptions()
        try change(&options)
        return ProxyChoice(options, environment: environment).proxy(for: try URI(url))?.text
    }

    @Test func `each scheme has a proxy of its own, and all_proxy stands in`() throws {
        let both = ["http_proxy": "one:1", "https_proxy": "two:2"]
        #expect(try proxy(for: "http://a.test", both) == "one:1")
        #expect(try proxy(for: "https://a.test", both) == "two:2")
        #expect(try proxy(for: "https://a.test", ["HTTPS_PROXY": "two:2"]) == "two:2")
        #expect(try proxy(for: "https://a.test", ["https_proxy": "two:2", "HTTPS_PROXY": "three:3"]) == "two:2")
        #expect(try proxy(for: "https://a.test", ["http_proxy": "one:1"]) == nil)
        for name in ["all_proxy", "ALL_PROXY"] {
            #expect(try proxy(for: "http://a.test", [name: "all:1", "http_proxy": ""]) == "all:1")
            #expect(try proxy(for: "https://a.test", [name: "all:1"]) == "all:1")
        }
    }

    @Test func `HTTP_PROXY in capitals is not read, as a request can set it`() throws {
        #expect(try proxy(for: "http://a.test", ["HTTP_PROXY": "evil:1"]) == nil)
    }

    @Test func `the options go before the environment`() throws {
        let environment = ["http_proxy": "env:1", "no_proxy": "a.test"]
        #expect(try proxy(for: "http://b.test", environment) { $0.proxy = .none } == nil)
        let own = try URI("http://me:s3cret@own.test")
        #expect(try proxy(for: "http://a.test", environment) { $0.proxy = .url(own) } == "http://own.test:80")
        #expect(try proxy(for: "http://b.test", environment) { $0.proxy = .url(own, bypass: "b.test") } == nil)
        #expect(try proxy(for: "http://b.test", environment) { $0.unixSocket = "/run/x" } == nil)
        #expect(!"\(ProxyOption.url(own, bypass: "x"))".contains("s3cret"))
    }

    @Test func `user and password are decoded, each for itself`() throws {
        var options = TransportOptions()
        options.proxy = .url(try URI("http://a%3Ab:c%40:d@own.test:3128"))
        let proxy = ProxyChoice(options, environment: [:]).proxy(for: try URI("http://a.test"))
        #expect(proxy?.user == "a:b" && proxy?.password == "c@:d" && proxy?.text == "http://own.test:3128")
    }

    @Test(arguments: [
        ("*", "http://a.test", true), ("*,b.test", "http://a.test", false), ("a.test", "http://a.test", true),
        ("a.test", "http://www.a.test", true), (".a.test", "http://a.test", true), (".a.test", "http://b.a.test", true),
        ("a.test", "http://nota.test", false), ("A.Test", "http://a.TEST:8080", true),
        ("a.test.", "http://a.test", true),
        ("a.test", "http://a.test.", true), ("x, a.test\ty", "http://a.test", true),
        ("x a.test", "http://a.test", true),
        ("test", "http://a.test", true), ("a.test:80", "http://a.test", false), ("", "http://a.test", false),
        (",", "http://a.test", false), (".", "http://a.test", false), ("127.0.0.1", "http://127.0.0.1", true),
        ("27.0.0.1", "http://127.0.0.1", false), ("0.0.1", "http://127.0.0.1", false),
        ("127.0.0.0/8", "http://127.9.9.9", true), ("10.0.0.0/9", "http://10.127.0.1", true),
        ("10.0.0.0/9", "http://10.128.0.1", false), ("10.0.0.0/33", "http://10.0.0.0", false),
        ("10.0.0.0/x", "http://10.0.0.0", false), ("::1", "http://[::1]", true), ("[::1]", "http://[::1]", true),
        ("0:0::1", "http://[::1]", true), ("fe80::/10", "http://[febf::1]", true),
        ("fe80::/10", "http://[fec0::1]", false), ("0.0.0.0/0", "http://[::1]", false),
        ("0.0.0.0/0", "http://1.2.3.4", true), ("localhost", "http://127.0.0.1", false),
    ])
    func `hosts are left out as in no_proxy of curl`(list: String, url: String, isLeftOut: Bool) throws {
        #expect(ProxyBypass(list).holds(try URI(url).host) == isLeftOut)
        for name in ["no_proxy", "NO_PROXY"] {
            #expect(try (proxy(for: url, ["http_proxy": "p:1", name: list]) == nil) == isLeftOut)
        }
    }
}
