import Sterna
import Testing

@Suite struct EndpointPathTests {
    private enum Order: String { case newest = "new est" }
    private enum Level: Int { case high = 3 }
    private struct Key: RawRepresentable { let rawValue: UUID }

    private func path(_ path: EndpointPath) throws -> String { try path.resolved().path }

    /// Field report B08: group/project ids travel as one segment.
    @Test(arguments: [("a/b", "a%2Fb"), ("a%2Fb", "a%252Fb"), ("50%", "50%25"), ("%2e%2e", "%252e%252e")])
    func `a value is escaped once, as one segment`(_ id: String, _ segment: String) throws {
        #expect(try path("/p/\(id)/x") == "/p/\(segment)/x")
        #expect(try path(EndpointPath(["p", id, "x"])) == "/p/\(segment)/x")
    }

    /// Field report B09.
    @Test func `a value that climbs stays within its segment`() throws {
        #expect(try path("/users/\("a/../b")") == "/users/a%2F..%2Fb")
        #expect(try path("/users/\("..a")/\(".a")/\("...")") == "/users/..a/.a/...")
        #expect(try path("/users/\("a?b#c;d+e é\r\n")") == "/users/a%3Fb%23c%3Bd%2Be%20%C3%A9%0D%0A")
    }

    /// Field report B09.
    @Test func `a segment that would move the request is refused`() {
        let dot = "."
        let paths: [EndpointPath] = [
            "/users/\(dot)", "/users/\("..")", "/users/\(dot)\(dot)/x", "/users/.\(dot)", "/users/%2e\(dot)/x",
            "/users/..", "/users/./x", "/users/%2E%2e", "..", "\(dot)", EndpointPath(["a", ".."]),
            EndpointPath(encoded: "/a/%2e./b"), EndpointPath(encoded: "../a?b"),
        ]
        for path in paths {
            let error = #expect(throws: InvalidPath.self) { try path.resolved() }
            #expect(error?.reason.contains("would move the request") == true, "\(path)")
        }
    }

    @Test func `an empty value does not turn an item into its collection`() throws {
        let empty = ""
        for path: EndpointPath in ["/users/\(empty)", "/users/\(empty)/x", "\(empty)", EndpointPath(["users", ""])] {
            let error = #expect(throws: InvalidPath.self) { try path.resolved() }
            #expect(error?.reason == "a value is empty, so that a segment is missing")
        }
        #expect(try path("/report-\(empty).pdf") == "/report-.pdf")
        #expect(try path("/\(empty)\("a")") == "/a")
    }

    @Test func `integers, UUIDs and enumerations interpolate`() throws {
        let id = try #require(UUID(uuidString: "6ba7b810-9dad-11d1-80b4-00c04fd430c8"))
        #expect(try path("/\(7)/\(UInt64.max)/\(Int8(-1))") == "/7/18446744073709551615/-1")
        #expect(try path("/\(id)/\(Key(rawValue: id))") == "/\(id.uuidString)/\(id.uuidString)")
        #expect(try path("/\(Order.newest)/\(Level.high)/\("ab".dropFirst())") == "/new%20est/3/b")
    }

    /// Field reports B05, B08 and B10.
    @Test(arguments: [
        ("/items/", "/items/"), ("items", "items"), ("", ""), ("/", "/"), ("/a//b", "/a//b"),
        ("/a%2Fb", "/a%2Fb"), ("/a b/é|", "/a%20b/%C3%A9%7C"), ("/50%", "/50%25"), ("/a:b@c;d=e,f", "/a:b@c;d=e,f"),
    ])
    func `text is taken as it is, and only what may not stand there is encoded`(
        _ text: String, _ result: String
    ) throws {
        #expect(try path(EndpointPath(stringLiteral: text)) == result)
        #expect(try path(EndpointPath(encoded: text)) == result)
    }

    /// Field report B02.
    @Test func `a query in a path is refused, or taken apart on request`() throws {
        let literal: EndpointPath = "items?page=2"
        let error = #expect(throws: InvalidPath.self) { try literal.resolved() }
        #expect(error?.description.contains("EndpointPath(encoded:)") == true)
        let encoded = try EndpointPath(encoded: "items?page=2&q=a%2Bb c[]?").resolved()
        #expect(encoded.path == "items")
        #expect(encoded.query == "page=2&q=a%2Bb%20c%5B%5D?")
        #expect(EndpointPath(encoded: "items?page=2").description == "items?page=2")
    }

    @Test(arguments: ["/a#b", "/a\r\nX: y", "/a\u{0}", "http://other.example/x", "HTTPS://h"])
    func `what is no path is refused`(_ text: String) {
        #expect(throws: InvalidPath.self) { try EndpointPath(stringLiteral: text).resolved() }
        #expect(throws: InvalidPath.self) { try EndpointPath(encoded: text).resolved() }
    }

    @Test func `no value can leave its segment, whatever it is`() throws {
        var noise = Noise(seed: 3)
        for _ in 0..<2000 {
            let value = noise.text(of: Array("./%2e\\?#;é\u{0} a"), upTo: 6)
            guard let path = try? path("/a/\(value)/b") else {
                #expect(["", ".", ".."].contains(value))
                continue
            }
            let segments = path.split(separator: "/", omittingEmptySubsequences: false)
            #expect(segments.count == 4 && segments[3] == "b")
            #expect(PercentEncoding.decoded(String(segments[2])) == value)
        }
    }
}
