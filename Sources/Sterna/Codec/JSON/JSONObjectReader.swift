/// Reads the members of an object by the names of properties.
struct JSONObjectReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: JSONMembers

    init(_ document: JSONDocument, _ object: Int) throws {
        guard document.kind(object) == .object else { throw document.mismatch([String: Any].self, object) }
        members = try JSONMembers(document, object)
    }

    private var document: JSONDocument { members.document }
    var codingPath: [any CodingKey] { document.path(to: members.object) }
    var allKeys: [Key] { members.keys() }

    func contains(_ key: Key) -> Bool { members.value(key.stringValue) != nil }

    func decodeNil(forKey key: Key) throws -> Bool {
        document.kind(try value(key, Any?.self)) == .null
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        if let index = members.value(key.stringValue) { return try document.read(type, index) }
        if let type = type as? any ReadableWhenMissing.Type, let value = type.fromNothing as? Value { return value }
        throw members.missing(key, type)
    }

    func decode<Value: JSONScalar>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try scalar(type, key)
    }

    func scalar<Value: JSONScalar>(_ type: Value.Type, _ key: Key) throws -> Value {
        try Value.read(document, try value(key, type))
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard let index = members.value(key.stringValue), document.kind(index) != .null else { return nil }
        return try document.read(type, index)
    }

    func decodeIfPresent<Value: JSONScalar>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard let index = members.value(key.stringValue), document.kind(index) != .null else { return nil }
        return try Value.read(document, index)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try document.object(try value(key, [String: Any].self), type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try document.array(try value(key, [Any].self))
    }

    func superDecoder() throws -> any Decoder {
        guard let index = members.value("super") else { throw members.missing(JSONName("super"), (any Decoder).self) }
        return document.reader(index)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        document.reader(try value(key, (any Decoder).self))
    }

    private func value(_ key: Key, _ type: any Any.Type) throws -> Int {
        guard let index = members.value(key.stringValue) else { throw members.missing(key, type) }
        return index
    }
}
