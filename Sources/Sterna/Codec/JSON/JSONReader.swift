/// Reads one value of a document by its type's `init(from:)`.
struct JSONReader: Decoder {
    let document: JSONDocument
    let index: Int

    var codingPath: [any CodingKey] { document.path(to: index) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try document.object(index, type)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try document.array(index)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

extension JSONReader: SingleValueDecodingContainer {
    func decodeNil() -> Bool { document.kind(index) == .null }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try document.read(type, index)
    }

    func decode<Value: JSONScalar>(_ type: Value.Type) throws -> Value {
        try Value.read(document, index)
    }
}
