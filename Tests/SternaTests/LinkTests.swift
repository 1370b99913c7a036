import Sterna
import Testing

@Suite struct LinkTests {
    private func links(_ values: String...) throws -> [Link] {
        Link.links(in: values, of: try URI("http://h/items/list?page=1"))
    }

    private func response(_ values: String...) throws -> HTTPResponse {
        var response = HTTPResponse(status: 200, url: try URI("http://h/items/list?page=1"))
        response.fields[values: .link] = values
        return response
    }

    /// Field report B18.
    @Test(arguments: [
        (#"<http://h/i?c=a,b;c>; rel="next"; title="x, y=z""#, "http://h/i?c=a,b;c"),
        (#"<http://h/i>; rel=next"#, "http://h/i"),
        (#"<http://h/i>;rel=next;crossorigin"#, "http://h/i"),
        (#"<http://h/i>; crossorigin; rel=next"#, "http://h/i"),
        (#"<http://h/a>; rel=prev, <http://h/b>; rel=next"#, "http://h/b"),
        (#"<http://h/a>;rel="prev",<http://h/b>;rel="last next""#, "http://h/b"),
        (#"</i?page=2>; rel=NEXT"#, "http://h/i?page=2"),
        (#"<?page=2>; rel=next"#, "http://h/items/list?page=2"),
        (#"<../x y|>; REL="next""#, "http://h/x%20y%7C"),
        (#"< /i > ; rel = "next""#, "http://h/i"),
        (#"<http://h/i>; title="a\", <http://x/>; rel=\"next"; rel=next"#, "http://h/i"),
        (#"<http://h/i>; rel="unclosed next"#, "http://h/i"),
        (#"nonsense; a="b, c", <http://h/i>; rel=next"#, "http://h/i"),
        (#", ,<http://h/i>; rel=next,"#, "http://h/i"),
        (#"<mailto:a@b>; rel=next, <http://h/i>; rel=next"#, "http://h/i"),
        (#"<http://h/i>; rel=next; rel=prev"#, "http://h/i"),
        (#"<http://h/i>; anchor=""; rel=next"#, "http://h/i"),
    ])
    func `the next page is found`(_ value: String, _ target: String) throws {
        #expect(try response(value).link("next")?.description == target)
    }

    @Test(arguments: [
        "", "<http://h/i>", "<http://h/i>; rel=prev; rel=next", "<http://h/i; rel=next", "http://h/i; rel=next",
        #"<http://h/i>; title="rel=next""#, #"<http://h/i>; rel="nextish""#, "<ftp://h/i>; rel=next",
        #"<http://h/i>; rel=next; anchor="/other""#, ##"<http://h/i>; rel=next; anchor="#part""##,
        "<http://h:0/>; rel=next",
    ])
    func `what is no next page is not taken for one`(_ value: String) throws {
        #expect(try response(value).link("next") == nil)
    }

    @Test func `several fields are one list`() throws {
        let response = try response("<http://h/a>; rel=first, <http://h/b>; rel=prev", "<http://h/c>; rel=next")
        #expect(response.links.count == 3)
        #expect(response.link("first")?.path == "/a")
        #expect(response.link("Next")?.path == "/c")
    }

    @Test func `relations, title and anchor are read`() throws {
        let value = #"</t>; rel="start http://x.example/R"; title=plain; title*=UTF-8'de'n%c3%a4chstes; anchor="/o#p""#
        let link = try #require(try links(value).first)
        #expect(link.relations == ["start", "http://x.example/r"])
        #expect(link.title == "nächstes")
        #expect(link.context.description == "http://h/o#p")
        #expect(link.target.description == "http://h/t")
        #expect(try links("</t>; title=\"a b\"; title*=UTF-8''%ff").first?.title == "a b")
    }

    @Test func `noise never traps`() throws {
        var noise = Noise(seed: 6)
        for _ in 0..<2000 {
            _ = try links(noise.text(of: Array("<>;,=\"\\ relnxt/:%é"), upTo: 40))
        }
    }
}
