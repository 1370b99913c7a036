/// A JSON text and its validator.
struct DemoDocument: Sendable {
    let data: Data
    let tag: String

    init(_ value: DemoJSON) {
        data = value.data
        let hash = data.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        tag = "\"\(String(hash, radix: 16))\""
    }

    /// The text; 304 when the client has the same already (RFC 9110 §13.1.2).
    func answer(to request: ReceivedRequest) -> Answer {
        let known = request["If-None-Match"]?.split(separator: ",").map { $0.filter { $0 != " " } } ?? []
        if known.contains(tag) || known == ["*"] { return Answer(304, fields: [.init("ETag", tag)]) }
        return Answer(
            fields: [.init("Content-Type", "application/json; charset=utf-8"), .init("ETag", tag)], body: data)
    }
}
