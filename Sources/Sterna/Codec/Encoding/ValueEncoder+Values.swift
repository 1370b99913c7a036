// Scalars, types whose written form is not that of their `encode(to:)`, and everything else.
extension ValueEncoder {
    func child(_ key: any CodingKey) -> ValueEncoder {
        ValueEncoder(context: context, slot: EncodedSlot(parent: slot, key: key))
    }

    func encoded<Value: Encodable>(_ value: Value, _ key: (any CodingKey)?) throws -> EncodedValue {
        if let special = try special(value, key) { return special }
        let child = ValueEncoder(context: context, slot: EncodedSlot(parent: slot, key: key))
        let limit = min(context.options.depthLimit, JSONScanner.maximumDepth)
        guard child.slot.depth <= limit + 1 else {
            throw invalid(value, key, "it is nested deeper than \(limit) levels; does it hold itself?")
        }
        do {
            try value.encode(to: child)
        } catch {
            if !(error is EncodingError), context.failedPath == nil { context.failedPath = child.codingPath }
            throw error
        }
        return child.slot.value ?? .object(EncodedObject(isDictionary: false))
    }

    func scalar<Value: ScalarEncodable>(_ value: Value, _ key: (any CodingKey)?) throws -> EncodedValue {
        let encoded = value.encoded
        if case .double(let number) = encoded, !number.isFinite {
            throw invalid(value, key, "\(number) is no number in JSON: leave it out or send null")
        }
        return encoded
    }

    func special<Value: Encodable>(_ value: Value, _ key: (any CodingKey)?) throws -> EncodedValue? {
        if Value.self == Date.self, let date = value as? Date { return try encoded(date: date, key) }
        if Value.self == URL.self, let url = value as? URL { return .string(url.absoluteString) }
        if Value.self == Data.self, let data = value as? Data { return .string(data.base64EncodedString()) }
        if Value.self == Decimal.self, let number = value as? Decimal {
            guard !number.isNaN else {
                throw invalid(value, key, "NaN is no number in JSON: leave it out or send null")
            }
            return .number(number.description)
        }
        return nil
    }

    private func encoded(date: Date, _ key: (any CodingKey)?) throws -> EncodedValue {
        switch context.options.dates {
        case .iso8601: return try encoded(date: date, milliseconds: false, key)
        case .iso8601Fractional: return try encoded(date: date, milliseconds: true, key)
        case .secondsSince1970: return try scalar(date.timeIntervalSince1970, key)
        case .millisecondsSince1970: return try scalar((date.timeIntervalSince1970 * 1000).rounded(), key)
        case .custom(let encode, _):
            let child = ValueEncoder(context: context, slot: EncodedSlot(parent: slot, key: key))
            try encode(date, child)
            return child.slot.value ?? .null
        }
    }

    private func encoded(date: Date, milliseconds: Bool, _ key: (any CodingKey)?) throws -> EncodedValue {
        guard let text = RFC3339.text(date, milliseconds: milliseconds) else {
            throw invalid(date, key, "RFC 3339 writes the years 0 to 9999 only")
        }
        return .string(text)
    }

    private func invalid(_ value: Any, _ key: (any CodingKey)?, _ reason: String) -> EncodingError {
        let path = key.map { codingPath + [$0] } ?? codingPath
        return .invalidValue(value, .init(codingPath: path, debugDescription: reason))
    }
}
