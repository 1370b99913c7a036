/// Writes a value as the pairs of a form: `user[name]=a&tags=x&tags=y&items[0][id]=1`.
struct FormWriter {
    /// A value that a form has no way to write.
    struct Unwritable: Error {
        let reason: String
    }

    private(set) var pairs: [(String, String)] = []

    /// The pairs of a value, which must be an object.
    static func pairs(_ value: EncodedValue) throws(Unwritable) -> [(String, String)] {
        guard case .object(let object) = value else {
            throw Unwritable(reason: "a form needs names: encode a type with properties, or a dictionary")
        }
        var writer = FormWriter()
        for member in object.members { writer.write(member.name, member.value) }
        return writer.pairs
    }

    private mutating func write(_ name: String, _ value: EncodedValue) {
        switch value {
        case .array(let array): write(name, array.elements)
        case .object(let object):
            for member in object.members { write("\(name)[\(member.name)]", member.value) }
        case .pending(let slot): write(name, slot.value ?? .null)
        default: pairs.append((name, Self.text(value)))
        }
    }

    /// Scalars repeat the name; what has members of its own needs an index to be told apart.
    private mutating func write(_ name: String, _ elements: [EncodedValue]) {
        for (index, element) in elements.enumerated() {
            switch element {
            case .array, .object, .pending: write("\(name)[\(index)]", element)
            default: write(name, element)
            }
        }
    }

    private static func text(_ value: EncodedValue) -> String {
        switch value {
        case .bool(let flag): flag ? "true" : "false"
        case .integer(let number): number.description
        case .unsigned(let number): number.description
        case .double(let number): JSONWriter.text(number)
        case .number(let text), .string(let text): text
        case .null, .absent, .array, .object, .pending: ""
        }
    }
}
