import Sterna
import SternaTesting
import Testing

@testable import Sterna

/// Redirects, which the client follows itself.
struct RedirectTests {
    private func next(
        _ method: HTTPMethod = .get, _ url: String = "https://a.test/x/y?q=1", _ status: HTTPStatus = 302,
        to place: String..., fields: HTTPFields = [:], body: HTTPBody? = nil
    ) throws -> HTTPRequest? {
        var request = HTTPRequest(method, try URI(url), fields: fields, body: body)
        request.redaction = .standard.adding(fields: [try #require(HTTPField.Name("X-Tenant"))])
        let lines = try place.map { try HTTPField(name: "Location", value: $0) }
        let response = HTTPResponse(status: status, fields: HTTPFields(lines), url: request.url)
        return try RedirectDecision.next(after: response, to: request)
    }

    @Test func `methods and bodies go along as RFC 9110 says`() throws {
        let methods: [HTTPMethod] = [.get, .head, .post, .put, .patch, .delete, .options]
        for status in [301, 302, 303, 307, 308] {
            for method in methods {
                let body: HTTPBody? = [.post, .put, .patch].contains(method) ? .text("b") : nil
                let request = try #require(
                    try next(method, "https://a.test/", HTTPStatus(status), to: "/n", body: body))
                let becomesGet = status == 303 && method != .head || status < 303 && method == .post
                #expect(request.method == (becomesGet ? .get : method), "\(status) \(method)")
                #expect((request.body != nil) == (body != nil && !becomesGet), "\(status) \(method)")
            }
        }
        for status in [300, 304, 305, 306, 200] {
            #expect(try next(.get, "https://a.test/", HTTPStatus(status), to: "/n") == nil)
        }
    }

    @Test func `what tells of the body goes with the body`() throws {
        let fields: HTTPFields = ["Content-Type": "text/plain", "Content-Language": "en", "X-Keep": "1"]
        let request = try #require(try next(.post, to: "/n", fields: fields, body: .text("b")))
        #expect(request.fields.map(\.name.text) == ["X-Keep"])
    }

    @Test(arguments: [
        ("next", "https://a.test/x/next"), ("/next", "https://a.test/next"), ("../z", "https://a.test/z"),
        ("?r=2", "https://a.test/x/y?r=2"), ("//b.test/p", "https://b.test/p"), ("https://b.test", "https://b.test/"),
        ("/a b/ü?c d", "https://a.test/a%20b/%C3%BC?c%20d"), ("/%2F%2e", "https://a.test/%2F%2e"),
        ("#f", "https://a.test/x/y?q=1#f"), ("https://u:p@a.test/", "https://a.test/"),
        ("HTTPS://A.TEST:443/q", "https://a.test/q"),
    ])
    func `targets are resolved as RFC 3986 says`(_ place: String, _ target: String) throws {
        #expect(try next(to: place)?.url.text == target)
    }

    @Test func `a fragment is inherited`() throws {
        #expect(try next(.get, "https://a.test/x#top", to: "/y")?.url.text == "https://a.test/y#top")
        #expect(try next(.get, "https://a.test/x#top", to: "/y#end")?.url.text == "https://a.test/y#end")
    }

    @Test func `secrets stay at their origin`() throws {
        let fields: HTTPFields = [
            "Authorization": "Bearer t", "Cookie": "a=b", "Proxy-Authorization": "Basic x", "X-Api-Key": "k",
            "X-Tenant": "declared", "X-Vendor-Token": "likely", "Referer": "https://a.test/?token=1", "X-Keep": "1",
        ]
        let elsewhere = ["https://b.test/", "https://a.test:8443/", "https://sub.a.test/", "https://a.test.evil.test/"]
        for place in elsewhere {
            #expect(try next(to: place, fields: fields)?.fields.map(\.name.text) == ["X-Keep"], "\(place)")
        }
        #expect(try next(to: "/same", fields: fields)?.fields.count == fields.count)
        #expect(try next(to: "https://A.test:443/same", fields: fields)?.fields.count == fields.count)
    }

    @Test func `what is unsafe or no place is refused`() throws {
        for place in ["http://a.test/", "ftp://a.test/", "javascript:alert(1)", "https://", "https://a.test:99999/"] {
            let error = #expect(throws: APIError.self) { _ = try next(to: place) }
            #expect(error?.kind == .redirectRefused, "\(place)")
        }
        #expect(throws: APIError.self) { _ = try next(to: "/a", "/b") }
        #expect(try next(to: "/a", "/a")?.url.path == "/a")
        #expect(try next() == nil)
        let body = HTTPBody.chunks(isReplayable: false) { AsyncStream<Data> { $0.finish() } }
        let error = #expect(throws: APIError.self) { _ = try next(.put, "https://a.test/", 307, to: "/n", body: body) }
        #expect(error?.kind == .bodyNotReplayable)
        #expect(try next(.post, "https://a.test/", 303, to: "/n", body: body)?.body == nil)
    }
}
