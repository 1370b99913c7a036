/// Takes one value apart by its type's `encode(to:)`.
struct ValueEncoder: Encoder {
    /// What the encoders of one value share.
    final class Context {
        let options: JSONOptions
        /// Where an error came from that does not tell its place.
        var failedPath: [any CodingKey]?
        /// What went wrong where nothing can be thrown.
        var refusal: (any Error)?

        init(_ options: JSONOptions) {
            self.options = options
        }
    }

    let context: Context
    let slot: EncodedSlot

    var codingPath: [any CodingKey] { slot.path }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Takes a whole value apart.
    static func encoded(_ value: any Encodable, _ options: JSONOptions) throws(EncodingFailure) -> EncodedValue {
        let context = Context(options)
        do {
            return try ValueEncoder(context: context, slot: EncodedSlot()).encodedRoot(value)
        } catch {
            throw EncodingFailure(error, path: context.failedPath ?? [])
        }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        let object: EncodedObject
        if case .object(let shared) = slot.value { object = shared } else { object = Self.object(type) }
        slot.value = .object(object)
        return KeyedEncodingContainer(Members<Key>(encoder: self, object: object))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        let array: EncodedArray
        if case .array(let shared) = slot.value { array = shared } else { array = EncodedArray() }
        slot.value = .array(array)
        return Elements(encoder: self, array: array)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    private func encodedRoot(_ value: some Encodable) throws -> EncodedValue {
        if let special = try special(value, nil) { return special }
        try value.encode(to: self)
        if let refusal = context.refusal { throw refusal }
        guard let encoded = slot.value else {
            let reason = "\(type(of: value)) encodes nothing"
            throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: reason))
        }
        return encoded
    }

    /// The members of a dictionary are data: they are named as they are.
    private static func object<Key: CodingKey>(_ type: Key.Type) -> EncodedObject {
        EncodedObject(isDictionary: ObjectIdentifier(type) == DictionaryKeyProbe.type)
    }
}

extension ValueEncoder: SingleValueEncodingContainer {
    mutating func encodeNil() { slot.value = .null }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        slot.value = try encoded(value, nil)
    }

    mutating func encode<Value: ScalarEncodable>(_ value: Value) throws {
        slot.value = try scalar(value, nil)
    }
}

extension ValueEncoder {
    fileprivate struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: ValueEncoder
        let object: EncodedObject
        var codingPath: [any CodingKey] { encoder.codingPath }

        mutating func encodeNil(forKey key: Key) throws { try set(.null, key) }

        mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
            try set(encoder.encoded(value, key), key)
        }

        mutating func encode<Value: ScalarEncodable>(_ value: Value, forKey key: Key) throws {
            try set(encoder.scalar(value, key), key)
        }

        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            child(key).container(keyedBy: type)
        }

        mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            child(key).unkeyedContainer()
        }

        mutating func superEncoder() -> any Encoder { child(JSONName("super")) }
        mutating func superEncoder(forKey key: Key) -> any Encoder { child(key) }

        /// The encoder of a member that is filled later; the same one when it is asked for again.
        private func child(_ key: any CodingKey) -> ValueEncoder {
            if case .pending(let slot) = object.value(name(key)) {
                return ValueEncoder(context: encoder.context, slot: slot)
            }
            let child = encoder.child(key)
            do {
                try set(.pending(child.slot), key)
            } catch {
                // There is no way to throw from here; the root looks at it at the end.
                encoder.context.refusal = encoder.context.refusal ?? error
            }
            return child
        }

        private func set(_ value: EncodedValue, _ key: any CodingKey) throws {
            if case .absent = value { return }
            do {
                try object.set(name(key), key: key.stringValue, value)
            } catch {
                let reason = "“\(error.first)” and “\(error.second)” are both written as “\(error.name)”"
                throw EncodingError.invalidValue(error.name, .init(codingPath: codingPath, debugDescription: reason))
            }
        }

        private func name(_ key: any CodingKey) -> String {
            encoder.context.options.keys == .snakeCase && !object.isDictionary
                ? SnakeCase.converted(key.stringValue) : key.stringValue
        }
    }

    fileprivate struct Elements: UnkeyedEncodingContainer {
        let encoder: ValueEncoder
        let array: EncodedArray
        var codingPath: [any CodingKey] { encoder.codingPath }
        var count: Int { array.elements.count }

        mutating func encodeNil() { array.elements.append(.null) }

        mutating func encode<Value: Encodable>(_ value: Value) throws {
            array.elements.append(try encoder.encoded(value, JSONIndex(count)))
        }

        mutating func encode<Value: ScalarEncodable>(_ value: Value) throws {
            array.elements.append(try encoder.scalar(value, JSONIndex(count)))
        }

        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type
        ) -> KeyedEncodingContainer<Nested> {
            child().container(keyedBy: type)
        }

        mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { child().unkeyedContainer() }
        mutating func superEncoder() -> any Encoder { child() }

        private func child() -> ValueEncoder {
            let child = encoder.child(JSONIndex(count))
            array.elements.append(.pending(child.slot))
            return child
        }
    }
}

// The standard library answers for 128 bits by refusing, unless a container has methods of exactly these types.

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ValueEncoder {
    mutating func encode(_ value: Int128) throws { slot.value = value.encoded }
    mutating func encode(_ value: UInt128) throws { slot.value = value.encoded }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ValueEncoder.Members {
    fileprivate mutating func encode(_ value: Int128, forKey key: Key) throws { try set(value.encoded, key) }
    fileprivate mutating func encode(_ value: UInt128, forKey key: Key) throws { try set(value.encoded, key) }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ValueEncoder.Elements {
    fileprivate mutating func encode(_ value: Int128) { array.elements.append(value.encoded) }
    fileprivate mutating func encode(_ value: UInt128) { array.elements.append(value.encoded) }
}
