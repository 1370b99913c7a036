/// The texts and codes in a JSON body of a refusal, the most telling first.
struct RefusalBody: Decodable {
    private(set) var texts: [String] = []
    private(set) var codes: [String] = []

    /// Deep enough for `errors[0].error.message`; a body is never followed further.
    private static let deepest = 5

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private typealias Members = KeyedDecodingContainer<Key>

    init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count <= Self.deepest else { return }
        if let members = try? decoder.container(keyedBy: Key.self) {
            read(members)
        } else if var list = try? decoder.unkeyedContainer() {
            if !list.isAtEnd, let first = try? list.decode(RefusalBody.self) { self = first }
        } else if let text = try? decoder.singleValueContainer().decode(String.self) {
            if Self.isCode(text) { codes = [text] } else { texts = [text] }
        }
    }

    /// Whether a text is a code for programs: `email_taken`, `E1002`.
    static func isCode(_ text: String) -> Bool {
        text.utf8.allSatisfy { ByteSet.unreserved.contains($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }
    }

    private mutating func read(_ members: Members) {
        let keys = Dictionary(members.allKeys.map { ($0.stringValue.lowercased(), $0) }) { first, _ in first }
        addText(members, keys["detail"])
        for name in ["message", "error_description", "error_message", "errormessage"] { add(members, keys[name]) }
        if keys["type"] != nil || keys["status"] != nil { addText(members, keys["title"]) }
        for name in ["error", "errors"] { add(members, keys[name]) }
        if let errors = keys["errors"] { addFields(members, errors) }
        for name in ["detail", "details", "msg", "title", "reason"] { add(members, keys[name]) }
        for name in ["code", "error_code", "errorcode"] { addCode(members, keys[name]) }
    }

    private mutating func addText(_ members: Members, _ key: Key?) {
        if let key, let text = try? members.decode(String.self, forKey: key) { texts.append(text) }
    }

    private mutating func add(_ members: Members, _ key: Key?) {
        guard let key, let inner = try? members.decode(RefusalBody.self, forKey: key) else { return }
        texts += inner.texts
        codes += inner.codes
    }

    /// A code of the body itself goes before those further in.
    private mutating func addCode(_ members: Members, _ key: Key?) {
        guard let key else { return }
        if let text = try? members.decode(String.self, forKey: key) {
            codes.insert(text, at: 0)
        } else if let number = try? members.decode(Int64.self, forKey: key) {
            codes.insert(String(number), at: 0)
        }
    }

    /// `{"email": ["has already been taken"]}`: a text that goes on after the field's name gets it.
    private mutating func addFields(_ members: Members, _ key: Key) {
        guard let fields = try? members.nestedContainer(keyedBy: Key.self, forKey: key) else { return }
        for field in fields.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
            guard let text = (try? fields.decode(RefusalBody.self, forKey: field))?.texts.first else { continue }
            texts.append(text.first?.isLowercase == true ? "\(field.stringValue) \(text)" : text)
        }
    }
}
