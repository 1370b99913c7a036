#if canImport(Darwin) || URLSession
/// The head of an answer as URLSession gives it: a dictionary in which the lines of one name are joined.
struct JoinedFields {
    struct Refusal: Error {
        let kind: APIError.Kind
        let detail: String
    }

    let fields: HTTPFields
    /// The length of the body on the wire; `nil` when the head does not say.
    let contentLength: Int64?
    /// Whether URLSession has undone a coding of the body.
    let isDecoded: Bool

    init(_ lines: [(name: String, value: String)]) throws(Refusal) {
        var fields = HTTPFields()
        var byteCount = 0
        for line in lines.sorted(by: { $0.name < $1.name }) {
            byteCount += line.name.utf8.count + line.value.utf8.count + 4
            let isCookie = line.name.lowercased() == "set-cookie"
            let values = isCookie ? Self.cookies(line.value[...]) : [line.value]
            for value in values { fields.append(Self.field(line.name, value)) }
        }
        guard byteCount <= ResponseHeadParser.byteLimit else {
            let limit = ResponseHeadParser.byteLimit
            throw Refusal(kind: .tooLarge, detail: "the head of the answer is larger than \(limit) bytes")
        }
        guard fields.count <= ResponseHeadParser.fieldLimit else {
            let limit = ResponseHeadParser.fieldLimit
            throw Refusal(kind: .tooLarge, detail: "the answer has more than \(limit) fields")
        }
        contentLength = try Self.length(fields)
        let codings = fields[.contentEncoding].map(Self.list) ?? []
        isDecoded = codings.contains { $0 != "identity" }
        if isDecoded {
            fields[.contentEncoding] = nil
            fields[.contentLength] = nil
        }
        self.fields = fields
    }

    /// A value that cannot be told apart from what was sent is kept in its printable form.
    private static func field(_ name: String, _ value: String) -> HTTPField {
        let known = try? HTTPField(name: name, value: value)
        return known ?? HTTPField(parsed: HTTPField.Name(known: name), value.escapedForDisplay)
    }

    /// Lengths that contradict each other make the framing a guess (RFC 9112 §6.3).
    private static func length(_ fields: HTTPFields) throws(Refusal) -> Int64? {
        guard let text = fields[.contentLength] else { return nil }
        let values = list(text)
        guard let first = values.first, values.allSatisfy({ $0 == first }),
            first.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int64(first)
        else { throw Refusal(kind: .malformedResponse, detail: "Content-Length is “\(text.escapedForDisplay)”") }
        return length
    }

    private static func list(_ text: String) -> [String] {
        text.lowercased().split(separator: ",").map(trimmed)
    }

    /// Cuts joined `Set-Cookie` lines where a comma is followed by a name and `=`: the comma in a date never is.
    static func cookies(_ text: Substring) -> [String] {
        var result: [String] = []
        var start = text.startIndex
        for comma in text.indices where text[comma] == "," {
            let rest = text[text.index(after: comma)...].drop { $0 == " " }
            let name = rest.prefix { $0 != "=" && $0 != ";" && $0 != "," }
            let isPair = name.endIndex < rest.endIndex && rest[name.endIndex] == "=" && Token.isValid(String(name))
            guard isPair else { continue }
            result.append(trimmed(text[start..<comma]))
            start = rest.startIndex
        }
        return result + [trimmed(text[start...])]
    }

    private static func trimmed(_ text: Substring) -> String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        let head = text.drop(while: isBlank)
        return head.lastIndex { !isBlank($0) }.map { String(head[...$0]) } ?? ""
    }
}
#endif
