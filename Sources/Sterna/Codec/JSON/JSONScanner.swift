/// Finds the tokens of a JSON text (RFC 8259) whose bytes come in pieces of any size, one byte at a time too.
///
/// It keeps places, not text: offsets count from the first byte that was fed. It never calls itself, so that depth
/// costs memory for one number a level and no stack. A limit protects what reads the tokens by recursion, as decoding
/// does, and what indents them.
package struct JSONScanner: Sendable {
    /// The deepest nesting that is ever taken: 512 containers, the limit of Foundation's decoder.
    package static let maximumDepth = 512

    enum State: UInt8 {
        case value, firstElement, firstName, name, colon, afterValue, string, escape, hexDigits, continuation, number
        case literal, end
    }

    /// What has been found so far. The ends of what is still open are not known yet.
    package internal(set) var tokens: [JSONToken] = []
    var state = State.value
    /// The indices of the containers that are open, innermost last.
    var open: [UInt32] = []
    /// How many bytes were taken in earlier pieces.
    var consumed = 0
    var numberPart = NumberPart.sign
    /// The rest of a literal (`rue` after `t`), or the hex digits or continuation bytes that are still to come.
    var pending: [UInt8] = []
    var remaining = 0
    var continuation: ClosedRange<UInt8> = 0x80...0xBF

    private let depthLimit: Int

    /// A scanner at the start of a text, which refuses deeper nesting than a limit.
    package init(depthLimit: Int = maximumDepth) {
        self.depthLimit = min(depthLimit, Self.maximumDepth)
    }

    /// Takes the next bytes of the text.
    package mutating func feed(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) {
        guard consumed + bytes.count < Int(UInt32.max) else {
            throw JSONSyntaxError("the text is larger than 4 GiB", at: consumed)
        }
        var place = 0
        while place < bytes.count {
            switch state {
            case .string: place = try string(bytes, place)
            case .number: place = try number(bytes, place)
            case .escape, .hexDigits, .continuation: place = try inString(bytes[place], place)
            case .literal: place = try literal(bytes[place], place)
            default: place = try structure(bytes[place], place)
            }
        }
        consumed += bytes.count
    }

    /// Says that there are no more bytes.
    package mutating func finish() throws(JSONSyntaxError) {
        if state == .number, numberPart.isComplete { close(at: 0) }
        guard state != .end else { return }
        let reason = tokens.isEmpty ? "there is no value" : "the text ends \(unfinished)"
        throw JSONSyntaxError(reason, at: consumed, isTruncated: true)
    }

    /// Gives an end to what a broken or cut text left open, so that the tokens can be walked.
    mutating func closeAll(at offset: Int) {
        if let last = tokens.indices.last, tokens[last].end == tokens[last].start { tokens[last].end = UInt32(offset) }
        for index in open {
            tokens[Int(index)].end = UInt32(offset)
            tokens[Int(index)].next = UInt32(tokens.count)
        }
        open = []
    }

    private var unfinished: String {
        switch state {
        case .string, .escape, .hexDigits, .continuation: "within a string"
        case .number: "within a number"
        case .literal: "within true, false or null"
        default:
            switch open.last.map({ tokens[Int($0)].kind }) {
            case .object: "within an object that is not closed by }"
            case .array: "within an array that is not closed by ]"
            default: "where a value should be"
            }
        }
    }
}

// Structure: everything between the scalars.
extension JSONScanner {
    private mutating func structure(_ byte: UInt8, _ place: Int) throws(JSONSyntaxError) -> Int {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
            break
        case UInt8(ascii: "\"") where state == .firstName || state == .name:
            begin(.name, place, .string)
        case UInt8(ascii: ":") where state == .colon:
            state = .value
        case UInt8(ascii: ",") where state == .afterValue:
            state = isInObject ? .name : .value
        case UInt8(ascii: "}") where state == .firstName || state == .afterValue && isInObject,
            UInt8(ascii: "]") where state == .firstElement || state == .afterValue && !isInObject:
            close(container: open.removeLast(), at: place + 1)
        case _ where state == .value || state == .firstElement:
            try beginValue(byte, place)
        default:
            throw unexpected(byte, place)
        }
        return place + 1
    }

    private mutating func beginValue(_ byte: UInt8, _ place: Int) throws(JSONSyntaxError) {
        switch byte {
        case UInt8(ascii: "\""): begin(.string, place, .string)
        case UInt8(ascii: "{"): try beginContainer(.object, place, .firstName)
        case UInt8(ascii: "["): try beginContainer(.array, place, .firstElement)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            begin(.number, place, .number)
            numberPart = NumberPart(first: byte)
        case UInt8(ascii: "t"): beginLiteral("rue", .bool, place)
        case UInt8(ascii: "f"): beginLiteral("alse", .bool, place)
        case UInt8(ascii: "n"): beginLiteral("ull", .null, place)
        default: throw unexpected(byte, place)
        }
    }

    private mutating func begin(_ kind: JSONToken.Kind, _ place: Int, _ state: State) {
        let parent = open.last ?? JSONToken.none
        tokens.append(JSONToken(kind, start: UInt32(consumed + place), parent: parent, index: tokens.count))
        self.state = state
    }

    private mutating func beginContainer(
        _ kind: JSONToken.Kind, _ place: Int, _ state: State
    ) throws(JSONSyntaxError) {
        guard open.count < depthLimit else {
            throw JSONSyntaxError("it is nested deeper than \(depthLimit) levels", at: consumed + place)
        }
        let index = UInt32(tokens.count)
        begin(kind, place, state)
        open.append(index)
    }

    private mutating func beginLiteral(_ rest: StaticString, _ kind: JSONToken.Kind, _ place: Int) {
        begin(kind, place, .literal)
        pending = UnsafeBufferPointer(start: rest.utf8Start, count: rest.utf8CodeUnitCount).reversed()
    }

    /// Ends the scalar or the name at hand before `place`.
    mutating func close(at place: Int) {
        let last = tokens.count - 1
        tokens[last].end = UInt32(consumed + place)
        state = tokens[last].kind == .name ? .colon : open.isEmpty ? .end : .afterValue
    }

    private mutating func close(container index: UInt32, at place: Int) {
        tokens[Int(index)].end = UInt32(consumed + place)
        tokens[Int(index)].next = UInt32(tokens.count)
        state = open.isEmpty ? .end : .afterValue
    }

    private var isInObject: Bool {
        open.last.map { tokens[Int($0)].kind == .object } ?? false
    }
}

// Refusals: what was found, and what to do.
extension JSONScanner {
    func unexpected(_ byte: UInt8, _ place: Int) -> JSONSyntaxError {
        JSONSyntaxError(reason(byte), at: consumed + place)
    }

    private func reason(_ byte: UInt8) -> String {
        let found = Self.shown(byte)
        switch (state, byte) {
        case (.end, _): return "there is more text after the value: \(found)"
        case (.value, UInt8(ascii: "]")) where !isInObject && !open.isEmpty,
            (.name, UInt8(ascii: "}")):
            return "a comma stands before \(found)"
        case (.value, UInt8(ascii: "N")) where !open.isEmpty, (.value, UInt8(ascii: "I")) where !open.isEmpty,
            (.firstElement, UInt8(ascii: "N")):
            return "JSON has no NaN or Infinity"
        case (.value, 0xFE), (.value, 0xFF): return "the text is not UTF-8; it may be UTF-16"
        case (_, UInt8(ascii: "/")): return "JSON has no comments"
        case (_, UInt8(ascii: "'")): return "strings and names stand in double quotes, found \(found)"
        case (.value, _), (.firstElement, _): return "expected a value, found \(found)"
        case (.firstName, _), (.name, _): return "expected a name in double quotes, found \(found)"
        case (.colon, _): return "expected a colon after the name, found \(found)"
        case (.afterValue, _): return "expected a comma or \(isInObject ? "}" : "]"), found \(found)"
        case (.literal, _): return "expected true, false or null, found \(found)"
        default: return "found \(found)"
        }
    }

    static func shown(_ byte: UInt8) -> String {
        (0x21...0x7E).contains(byte)
            ? "“\(Character(Unicode.Scalar(byte)))”" : "the byte 0x" + String(byte, radix: 16, uppercase: true)
    }
}
