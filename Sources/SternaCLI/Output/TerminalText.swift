import Sterna

/// Makes bytes of a server harmless to a terminal: an escape sequence could move the cursor, change the title or paste
/// commands. A pure state machine: bytes in, bytes out, whatever the cut between chunks.
struct TerminalText {
    /// The first byte of a two-byte C1 control, held back until its second is known.
    private var pending = false

    /// The bytes with every control character but tab and line feed shown as `\u{1B}`.
    mutating func shown(_ bytes: Data) -> Data {
        var result = Data(capacity: bytes.count)
        for byte in bytes { append(byte, to: &result) }
        return result
    }

    /// What is left at the end.
    mutating func end() -> Data {
        defer { pending = false }
        return pending ? Data([0xC2]) : Data()
    }

    /// Whether the first bytes of a body are those of a picture or a program, not of a text.
    static func isBinary(_ start: Data) -> Bool {
        start.prefix(4096).contains(0)
    }

    private mutating func append(_ byte: UInt8, to result: inout Data) {
        if pending {
            pending = false
            if (0x80...0x9F).contains(byte) { return Self.escape(byte, &result) }
            result.append(0xC2)
        }
        switch byte {
        case 9, 10: result.append(byte)
        case 13: break
        case 0..<0x20, 0x7F: Self.escape(byte, &result)
        case 0xC2: pending = true
        default: result.append(byte)
        }
    }

    private static func escape(_ byte: UInt8, _ result: inout Data) {
        result.append(contentsOf: ("\\u{" + String(byte, radix: 16, uppercase: true) + "}").utf8)
    }
}
