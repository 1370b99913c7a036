extension JSONScanner {
    /// Where in a number the scanner is (RFC 8259 §6).
    enum NumberPart: UInt8 {
        case sign, zero, whole, point, fraction, mark, exponentSign, exponent

        init(first byte: UInt8) {
            self = byte == UInt8(ascii: "-") ? .sign : byte == UInt8(ascii: "0") ? .zero : .whole
        }

        var isComplete: Bool {
            switch self {
            case .zero, .whole, .fraction, .exponent: true
            default: false
            }
        }

        /// The part after one more byte; `nil` when the byte does not belong to the number.
        func after(_ byte: UInt8) -> NumberPart? {
            switch (self, byte) {
            case (.sign, UInt8(ascii: "0")): .zero
            case (.sign, UInt8(ascii: "1")...UInt8(ascii: "9")): .whole
            case (.whole, UInt8(ascii: "0")...UInt8(ascii: "9")): .whole
            case (.point, UInt8(ascii: "0")...UInt8(ascii: "9")): .fraction
            case (.fraction, UInt8(ascii: "0")...UInt8(ascii: "9")): .fraction
            case (.mark, UInt8(ascii: "0")...UInt8(ascii: "9")): .exponent
            case (.exponentSign, UInt8(ascii: "0")...UInt8(ascii: "9")): .exponent
            case (.exponent, UInt8(ascii: "0")...UInt8(ascii: "9")): .exponent
            case (.zero, UInt8(ascii: ".")), (.whole, UInt8(ascii: ".")): .point
            case (.zero, UInt8(ascii: "e")), (.whole, UInt8(ascii: "e")), (.fraction, UInt8(ascii: "e")): .mark
            case (.zero, UInt8(ascii: "E")), (.whole, UInt8(ascii: "E")), (.fraction, UInt8(ascii: "E")): .mark
            case (.mark, UInt8(ascii: "+")), (.mark, UInt8(ascii: "-")): .exponentSign
            default: nil
            }
        }
    }

    mutating func number(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) throws(JSONSyntaxError) -> Int {
        var place = start
        var part = numberPart
        while place < bytes.count, let next = part.after(bytes[place]) {
            part = next
            place += 1
        }
        numberPart = part
        guard place < bytes.count else { return place }
        guard part.isComplete else {
            throw JSONSyntaxError(
                "a number needs a digit here, found \(Self.shown(bytes[place]))", at: consumed + place)
        }
        guard part != .zero || !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[place]) else {
            throw JSONSyntaxError("a number starts with a zero that does not belong there", at: consumed + place)
        }
        close(at: place)
        return place
    }

    mutating func literal(_ byte: UInt8, _ place: Int) throws(JSONSyntaxError) -> Int {
        guard pending.popLast() == byte else { throw unexpected(byte, place) }
        if pending.isEmpty { close(at: place + 1) }
        return place + 1
    }

    mutating func string(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) throws(JSONSyntaxError) -> Int {
        let place = JSONPlainText.end(bytes, start, stopsBeyondASCII: true)
        guard place < bytes.count else { return place }
        switch bytes[place] {
        case UInt8(ascii: "\""):
            close(at: place + 1)
        case UInt8(ascii: "\\"):
            tokens[tokens.count - 1].hasEscapes = true
            state = .escape
        case let byte where byte < 0x20:
            throw JSONSyntaxError(
                "a control character in a string must be escaped, found \(Self.shown(byte))", at: consumed + place)
        case let byte:
            try beginSequence(byte, place)
        }
        return place + 1
    }

    /// The second and later bytes of an escape or of a character.
    mutating func inString(_ byte: UInt8, _ place: Int) throws(JSONSyntaxError) -> Int {
        switch (state, byte) {
        case (.escape, UInt8(ascii: "u")):
            remaining = 4
            state = .hexDigits
        case (.escape, UInt8(ascii: "\"")), (.escape, UInt8(ascii: "\\")), (.escape, UInt8(ascii: "/")),
            (.escape, UInt8(ascii: "b")), (.escape, UInt8(ascii: "f")), (.escape, UInt8(ascii: "n")),
            (.escape, UInt8(ascii: "r")), (.escape, UInt8(ascii: "t")):
            state = .string
        case (.hexDigits, UInt8(ascii: "0")...UInt8(ascii: "9")),
            (.hexDigits, UInt8(ascii: "a")...UInt8(ascii: "f")), (.hexDigits, UInt8(ascii: "A")...UInt8(ascii: "F")),
            (.continuation, continuation):
            remaining -= 1
            continuation = 0x80...0xBF
            if remaining == 0 { state = .string }
        case (.continuation, _):
            throw JSONSyntaxError("the text is not UTF-8", at: consumed + place)
        default:
            throw JSONSyntaxError("\(Self.shown(byte)) does not belong after a backslash", at: consumed + place)
        }
        return place + 1
    }

    /// The first byte of a character beyond ASCII: bounds as in RFC 3629 §4, which leave out surrogates and long forms.
    private mutating func beginSequence(_ byte: UInt8, _ place: Int) throws(JSONSyntaxError) {
        switch byte {
        case 0xC2...0xDF: (remaining, continuation) = (1, 0x80...0xBF)
        case 0xE0: (remaining, continuation) = (2, 0xA0...0xBF)
        case 0xED: (remaining, continuation) = (2, 0x80...0x9F)
        case 0xE1...0xEF: (remaining, continuation) = (2, 0x80...0xBF)
        case 0xF0: (remaining, continuation) = (3, 0x90...0xBF)
        case 0xF1...0xF3: (remaining, continuation) = (3, 0x80...0xBF)
        case 0xF4: (remaining, continuation) = (3, 0x80...0x8F)
        default: throw JSONSyntaxError("the text is not UTF-8", at: consumed + place)
        }
        state = .continuation
    }
}
