/// Writes a value as JSON (RFC 8259), without white space; slashes and characters beyond ASCII are not escaped.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []

    /// The text of a value.
    static func text(_ value: EncodedValue) -> [UInt8] {
        var writer = JSONWriter()
        writer.bytes.reserveCapacity(256)
        writer.write(value)
        return writer.bytes
    }

    private mutating func write(_ value: EncodedValue) {
        switch value {
        case .null, .absent: append("null")
        case .bool(let flag): append(flag ? "true" : "false")
        case .integer(let number): append(number.description)
        case .unsigned(let number): append(number.description)
        case .double(let number): append(Self.text(number))
        case .number(let text): append(text)
        case .string(let text): write(string: text)
        case .array(let array): write(array.elements)
        case .object(let object): write(object.members)
        case .pending(let slot): write(slot.value ?? .object(EncodedObject(isDictionary: false)))
        }
    }

    private mutating func write(_ elements: [EncodedValue]) {
        bytes.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(element)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func write(_ members: [EncodedObject.Member]) {
        bytes.append(UInt8(ascii: "{"))
        for (index, member) in members.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(string: member.name)
            bytes.append(UInt8(ascii: ":"))
            write(member.value)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func write(string: String) {
        var string = string
        bytes.append(UInt8(ascii: "\""))
        string.withUTF8 { utf8 in
            var start = 0
            while start < utf8.count {
                let place = JSONPlainText.end(utf8, start, stopsBeyondASCII: false)
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<place]))
                if place < utf8.count { escape(utf8[place]) }
                start = place + 1
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case 0x08: append("\\b")
        case 0x09: append("\\t")
        case 0x0A: append("\\n")
        case 0x0C: append("\\f")
        case 0x0D: append("\\r")
        case 0x22: append("\\\"")
        case 0x5C: append("\\\\")
        default: append("\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16))
        }
    }

    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    /// The shortest text that reads back as the same number; whole numbers without a point.
    static func text(_ number: Double) -> String {
        guard let whole = Int64(exactly: number), abs(number) < 9_007_199_254_740_992 else { return number.description }
        return number.sign == .minus && whole == 0 ? "-0" : whole.description
    }
}
