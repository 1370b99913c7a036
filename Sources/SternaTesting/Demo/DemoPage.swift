/// One page of a list, and the links to the others (RFC 8288).
struct DemoPage {
    private let number: Int
    private let size: Int
    private let total: Int

    init(_ query: DemoForm, of total: Int) throws {
        self.total = total
        number = try query.integer("_page", default: 1, in: 1...1_000_000)
        size = try query.integer("_limit", default: 10, in: 1...1000)
    }

    var range: Range<Int> { min((number - 1) * size, total)..<min(number * size, total) }

    private var last: Int { max(1, (total + size - 1) / size) }

    func links(_ request: DemoRequest) -> [Answer.Field] {
        var links = [link(1, "first", request)]
        if number > 1 { links.append(link(min(number - 1, last), "prev", request)) }
        if number < last { links.append(link(number + 1, "next", request)) }
        links.append(link(last, "last", request))
        return [.init("Link", links.joined(separator: ", "))]
    }

    private func link(_ page: Int, _ relation: String, _ request: DemoRequest) -> String {
        let others = (request.received.query ?? "").split(separator: "&").filter {
            !$0.hasPrefix("_page=") && !$0.hasPrefix("_limit=")
        }
        let query = (others.map(String.init) + ["_page=\(page)", "_limit=\(size)"]).joined(separator: "&")
        return "<\(request.base)\(request.received.path)?\(query)>; rel=\"\(relation)\""
    }
}
