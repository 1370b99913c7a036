import Sterna
import Testing

@Suite struct QueryItemTests {
    private enum Order: String, QueryRepresentable { case newest = "-date" }

    private func query(_ items: QueryItem..., style: QueryStyle = .repeat) -> String? {
        style.encode(items)
    }

    /// Field report B01.
    @Test func `no delimiter in a value reaches the server as one`() {
        #expect(query(QueryItem("q", "a+b c&d=é;#")) == "q=a%2Bb%20c%26d%3D%C3%A9%3B%23")
        #expect(query(QueryItem("a&b=c", "%41"), QueryItem("", "")) == "a%26b%3Dc=%2541&=")
        #expect(
            query(QueryItem("x", "'()*!,/?:@$[]|\"<>\\^`{}\r\n")) == "x=%27%28%29%2A%21%2C%2F%3F%3A%40%24%5B%5D%7C"
                + "%22%3C%3E%5C%5E%60%7B%7D%0D%0A")
    }

    @Test func `order is kept, flags have no value, and nil leaves an item out`() {
        let none: String? = nil
        #expect(
            query(QueryItem("b", 1), QueryItem("a", true), QueryItem("b", none), .flag("v"), QueryItem("b", 2.5))
                == "b=1&a=true&v&b=2.5")
        #expect(query(QueryItem("a", none)) == nil)
        #expect(query() == nil)
        #expect(query(QueryItem("o", Order.newest), QueryItem("o", [Order.newest])) == "o=-date&o=-date")
        #expect(query(QueryItem("i", UInt64.max), QueryItem("i", Int8.min)) == "i=18446744073709551615&i=-128")
    }

    /// Field report B12.
    @Test(arguments: [
        (QueryStyle.repeat, "k=1&k=2", "k[a]=1&k[b]=2&k[a]=3&k[b]=4"),
        (.brackets, "k[]=1&k[]=2", "k[][a]=1&k[][b]=2&k[][a]=3&k[][b]=4"),
        (.indices, "k[0]=1&k[1]=2", "k[0][a]=1&k[0][b]=2&k[1][a]=3&k[1][b]=4"),
        (.comma, "k=1,2", "k[0][a]=1&k[0][b]=2&k[1][a]=3&k[1][b]=4"),
    ])
    func `lists and objects take the style, with brackets encoded`(
        _ style: QueryStyle, _ numbers: String, _ objects: String
    ) {
        let encoded: (String) -> String = {
            String($0.flatMap { $0 == "[" ? Array("%5B") : $0 == "]" ? Array("%5D") : [$0] })
        }
        let list = QueryItem.list("k", [["a": 1, "b": 2], ["a": 3, "b": 4]])
        #expect(query(QueryItem("k", [1, 2]), style: style) == encoded(numbers))
        #expect(query(list, style: style) == encoded(objects))
        #expect(query(QueryItem("k", [1, 2]), style: style.withRawBrackets) == numbers)
        #expect(query(list, style: style.withRawBrackets) == objects)
        #expect(
            query(.object("k", ["b": "x y", "a": [1]]), style: style)?.hasPrefix("k%5Bb%5D=x%20y&k%5Ba%5D") == true)
    }

    @Test func `a comma within a value is not a comma between values`() {
        #expect(query(QueryItem("k", ["a,b", "c"]), style: .comma) == "k=a%2Cb,c")
        #expect(query(QueryItem("k", ["a", "", "b"]), style: .comma) == "k=a,,b")
        #expect(query(.list("k", []), QueryItem("j", 1), style: .comma) == "j=1")
    }

    @Test func `names within brackets are data too`() {
        #expect(query(.object("f", ["a]=&b": 1]), style: .brackets) == "f%5Ba%5D%3D%26b%5D=1")
        #expect(query(.object("f", ["a]": 1]), style: .brackets.withRawBrackets) == "f[a%5D]=1")
        #expect(query(QueryItem("d", ["z": 1, "a": 2]), style: .repeat) == "d%5Ba%5D=2&d%5Bz%5D=1")
    }

    @Test func `an item shows its text and takes another`() {
        var item = QueryItem("a", 1)
        #expect(item.value == "1")
        item.value = "x"
        #expect(item == QueryItem("a", "x"))
        item.value = nil
        #expect(item.content == .omitted)
    }
}
