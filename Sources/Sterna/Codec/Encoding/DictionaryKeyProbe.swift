/// Finds out by which type of key the standard library encodes dictionaries, so that their keys can be told from names
/// of properties. The type itself is not public.
enum DictionaryKeyProbe {
    /// The type of those keys.
    static let type: ObjectIdentifier? = {
        let probe = Probe()
        try? ["": 0].encode(to: probe)
        return probe.found
    }()

    private final class Probe: Encoder {
        var found: ObjectIdentifier?
        var codingPath: [any CodingKey] { [] }
        var userInfo: [CodingUserInfoKey: Any] { [:] }

        func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
            found = ObjectIdentifier(type)
            return KeyedEncodingContainer(Sink<Key>(probe: self))
        }

        func unkeyedContainer() -> any UnkeyedEncodingContainer { SinkList(probe: self) }
        func singleValueContainer() -> any SingleValueEncodingContainer { SinkValue() }
    }

    private struct Sink<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let probe: Probe
        var codingPath: [any CodingKey] { [] }

        func encodeNil(forKey key: Key) {}
        func encode<Value: Encodable>(_ value: Value, forKey key: Key) {}
        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            probe.container(keyedBy: type)
        }
        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { SinkList(probe: probe) }
        func superEncoder() -> any Encoder { probe }
        func superEncoder(forKey key: Key) -> any Encoder { probe }
    }

    private struct SinkList: UnkeyedEncodingContainer {
        let probe: Probe
        var codingPath: [any CodingKey] { [] }
        var count: Int { 0 }

        func encodeNil() {}
        func encode<Value: Encodable>(_ value: Value) {}
        func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
            probe.container(keyedBy: type)
        }
        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
        func superEncoder() -> any Encoder { probe }
    }

    private struct SinkValue: SingleValueEncodingContainer {
        var codingPath: [any CodingKey] { [] }

        func encodeNil() {}
        func encode<Value: Encodable>(_ value: Value) {}
    }
}
