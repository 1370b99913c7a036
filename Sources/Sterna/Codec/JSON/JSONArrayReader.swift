/// Reads the elements of an array, one after the other.
struct JSONArrayReader: UnkeyedDecodingContainer {
    let document: JSONDocument
    let array: Int
    let count: Int?
    private(set) var currentIndex = 0
    private var element: Int

    init(_ document: JSONDocument, _ array: Int) throws {
        guard document.kind(array) == .array else { throw document.mismatch([Any].self, array) }
        self.document = document
        self.array = array
        element = array + 1
        count = document.text.elements(of: array).reduce(0) { count, _ in count + 1 }
    }

    var codingPath: [any CodingKey] { document.path(to: array) }
    var isAtEnd: Bool { element >= Int(document.text.tokens[array].next) }

    mutating func decodeNil() throws -> Bool {
        guard document.kind(try current(Any?.self)) == .null else { return false }
        advance()
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try document.read(type, try current(type))
        advance()
        return value
    }

    mutating func decode<Value: JSONScalar>(_ type: Value.Type) throws -> Value {
        try scalar(type)
    }

    mutating func scalar<Value: JSONScalar>(_ type: Value.Type) throws -> Value {
        let value = try Value.read(document, try current(type))
        advance()
        return value
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let container = try document.object(try current([String: Any].self), type)
        advance()
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try document.array(try current([Any].self))
        advance()
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let reader = document.reader(try current((any Decoder).self))
        advance()
        return reader
    }

    private func current(_ type: any Any.Type) throws -> Int {
        guard isAtEnd else { return element }
        let reason = "the array has only \(count ?? 0) elements"
        throw DecodingError.valueNotFound(type, .init(codingPath: codingPath, debugDescription: reason))
    }

    private mutating func advance() {
        element = Int(document.text.tokens[element].next)
        currentIndex += 1
    }
}
