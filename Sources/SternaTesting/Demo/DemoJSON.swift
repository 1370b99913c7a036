/// A value of JSON, for data whose shape is the caller's.
enum DemoJSON: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([DemoJSON])
    case object([String: DemoJSON])

    /// The value as text, with the members of objects in the order of their names.
    var data: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)) ?? Data("null".utf8)
    }

    /// The value that a JSON text holds; `nil` when the text is not JSON, or is nested more than 64 deep: decoding
    /// recurses, and a connection's thread has a small stack.
    init?(_ text: Data) {
        guard Self.depth(of: text) <= 64, let value = try? JSONDecoder().decode(DemoJSON.self, from: text) else {
            return nil
        }
        self = value
    }

    private static func depth(of text: Data) -> Int {
        var (depth, deepest, isText, isEscaped) = (0, 0, false, false)
        for byte in text {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = isText
            case UInt8(ascii: "\""): isText.toggle()
            case _ where isText: break
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
            deepest = max(deepest, depth)
        }
        return deepest
    }

    /// A member of an object; `nil` when there is none, or this is no object.
    subscript(name: String) -> DemoJSON? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// The text of a string, a number or a truth value, as it stands in a query.
    var plainText: String? {
        switch self {
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .string(let value): value
        case .null, .array, .object: nil
        }
    }
}

extension DemoJSON: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([DemoJSON].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: DemoJSON].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

extension DemoJSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    init(stringLiteral value: String) { self = .string(value) }
    init(integerLiteral value: Int64) { self = .integer(value) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension DemoJSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    init(dictionaryLiteral elements: (String, DemoJSON)...) {
        self = .object(Dictionary(elements) { $1 })
    }

    init(arrayLiteral elements: DemoJSON...) {
        self = .array(elements)
    }
}

extension DemoJSON {
    static func integer(_ value: Int) -> DemoJSON { .integer(Int64(value)) }
}
