// The ways into a value: each kind of reader asks the document for the others.
extension JSONDocument {
    func reader(_ index: Int) -> any Decoder {
        JSONReader(document: self, index: index)
    }

    func object<Key: CodingKey>(_ index: Int, _ type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(try JSONObjectReader<Key>(self, index))
    }

    func array(_ index: Int) throws -> any UnkeyedDecodingContainer {
        try JSONArrayReader(self, index)
    }
}
