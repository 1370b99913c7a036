import Sterna
import Testing

@Suite struct MediaTypeTests {
    @Test(arguments: [
        ("application/json", "application/json"),
        ("Application/JSON;Charset=UTF-8", "application/json; charset=UTF-8"),
        ("text/html ; charset=\"utf-8\" ; q", "text/html; charset=utf-8; q=\"\""),
        ("multipart/form-data; boundary=\"a b\\\"c\"", "multipart/form-data; boundary=\"a b\\\"c\""),
        ("application/json, application/json", "application/json"),
        (" text/plain;", "text/plain"),
        ("text/plain;;charset=x", "text/plain; charset=x"),
        ("text/plain; charset = x ; a", "text/plain; charset=x; a=\"\""),
        ("text/plain; charset=\"x", "text/plain; charset=x"),
        ("text/plain; charset=\"a;b,c\"; d=e", "text/plain; charset=\"a;b,c\"; d=e"),
    ])
    func `a media type is read and written`(_ text: String, _ written: String) {
        #expect(MediaType(text)?.description == written)
    }

    @Test(arguments: ["", "json", "/", "a/", "/b", "a/b c", "text html", "a b/c", "*", ";charset=x", "é/b"])
    func `what is no media type is none`(_ text: String) {
        #expect(MediaType(text) == nil)
    }

    @Test func `JSON is told from HTML and other text`() throws {
        #expect(MediaType.json.isJSON)
        #expect(try #require(MediaType("application/problem+json; charset=utf-8")).isJSON)
        #expect(try #require(MediaType("text/JSON")).isJSON)
        #expect(try !#require(MediaType("application/jsonp")).isJSON)
        #expect(try #require(MediaType("text/html;charset=UTF-8")).isHTML)
        #expect(try #require(MediaType("application/xhtml+xml")).isHTML)
        #expect(MediaType.plainText.isText && !MediaType.plainText.isHTML)
        #expect(MediaType("text/plain; charset=ISO-8859-1")?.charset == "iso-8859-1")
    }
}
