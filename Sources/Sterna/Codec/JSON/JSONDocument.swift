/// A JSON text that values are read from, with the style to read them by.
///
/// Values are read straight from the text: nothing is copied or converted before it is asked for, and the place of
/// everything is known when something is wrong.
final class JSONDocument: Sendable {
    let text: JSONText
    let options: JSONOptions
    private let failedIndex = Lock<Int?>(nil)

    init(_ text: JSONText, _ options: JSONOptions) {
        self.text = text
        self.options = options
    }

    /// The innermost value whose type's `init(from:)` threw an error that does not tell its place.
    var failed: Int? { failedIndex.withLock { $0 } }

    /// Keeps the place of an error on its way out, unless it came from further in.
    func noteFailure(_ index: Int) {
        let inside = index..<Int(text.tokens[index].next)
        failedIndex.withLock { failed in
            if let place = failed, inside.contains(place) { return }
            failed = index
        }
    }

    func kind(_ index: Int) -> JSONToken.Kind { text.tokens[index].kind }

    /// The place of a value, as the keys that lead to it.
    func path(to index: Int) -> [any CodingKey] {
        var keys: [any CodingKey] = []
        var index = index
        while index < text.tokens.count, text.tokens[index].parent != JSONToken.none {
            keys.append(JSONPlace(document: self, index: index))
            index = Int(text.tokens[index].parent)
        }
        return keys.reversed()
    }

    /// What a value is, in words.
    func found(_ index: Int) -> String {
        switch kind(index) {
        case .object: "an object"
        case .array: "an array"
        case .string, .name: "a string"
        case .number: "the number \(text.source(index).prefix(40))"
        case .bool: text.source(index)
        case .null: "null"
        }
    }

    func mismatch(_ type: any Any.Type, _ index: Int, hint: String = "") -> DecodingError {
        let context = DecodingError.Context(
            codingPath: path(to: index), debugDescription: "found \(found(index))\(hint)")
        return kind(index) == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    func corrupted(_ type: any Any.Type, _ index: Int, _ reason: String) -> DecodingError {
        let context = DecodingError.Context(
            codingPath: path(to: index), debugDescription: reason, underlyingError: JSONExpectation(type: "\(type)"))
        return .dataCorrupted(context)
    }
}

/// The type that a `DecodingError` has no place for.
struct JSONExpectation: Error {
    let type: String
}

/// One step of the way to a value, which looks up its name or index when it is asked: errors may be thrown and caught
/// by the thousand, as where a type tries one shape after the other.
struct JSONPlace: CodingKey {
    let document: JSONDocument
    let index: Int

    init(document: JSONDocument, index: Int) {
        self.document = document
        self.index = index
    }

    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }

    var stringValue: String {
        intValue.map { "Index \($0)" } ?? document.text.string(index - 1)
    }

    var intValue: Int? {
        let parent = Int(document.text.tokens[index].parent)
        guard document.kind(parent) == .array else { return nil }
        return document.text.elements(of: parent).prefix { $0 < index }.count
    }
}
