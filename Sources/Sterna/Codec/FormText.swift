/// Names and values as `application/x-www-form-urlencoded` (WHATWG URL §5), with `%20` for a space, which every reader
/// takes, where `+` is misread by some.
package enum FormText {
    /// The pairs in their order.
    package static func encoded(_ pairs: some Sequence<(String, String)>) -> String {
        var text: [UInt8] = []
        for (name, value) in pairs {
            if !text.isEmpty { text.append(UInt8(ascii: "&")) }
            append(name, to: &text)
            text.append(UInt8(ascii: "="))
            append(value, to: &text)
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func append(_ part: String, to text: inout [UInt8]) {
        for byte in part.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"):
                text.append(byte)
            default:
                text += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
            }
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
