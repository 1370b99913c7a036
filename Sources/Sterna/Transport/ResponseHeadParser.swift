/// Reads the heads of an answer line by line: interim ones are passed over (RFC 9110 §15.2), trailers too, and all of
/// them together are bounded.
struct ResponseHeadParser {
    struct Refusal: Error {
        let kind: APIError.Kind
        let detail: String
    }

    static let byteLimit = 128 << 10
    static let fieldLimit = 256

    private(set) var status = HTTPStatus(0)
    private(set) var isComplete = false
    private(set) var contentLength: Int64?
    private var lines: [UInt8] = []
    private var names = ResponseHead.NameLengths()
    private var byteCount = 0
    private var fieldCount = 0
    /// Whether a head begins: only its first line is a status line, however much another one looks like it.
    private var isAtStart = true

    /// The field lines of the final head.
    var fields: ResponseHead { ResponseHead(lines, names) }

    /// Takes one line with its end; true when it completes the final head.
    mutating func take(_ line: UnsafeRawBufferPointer) throws(Refusal) -> Bool {
        byteCount += line.count
        guard byteCount <= Self.byteLimit else {
            throw Refusal(kind: .tooLarge, detail: "the head of the answer is larger than \(Self.byteLimit) bytes")
        }
        if Self.isBlank(line) { return try endHead() }
        if isAtStart {
            isAtStart = false
            startHead(try Self.statusCode(of: line))
            return false
        }
        fieldCount += 1
        guard fieldCount <= Self.fieldLimit else {
            throw Refusal(kind: .tooLarge, detail: "the answer has more than \(Self.fieldLimit) fields")
        }
        if !isComplete { try keep(line) }
        return false
    }

    private mutating func keep(_ line: UnsafeRawBufferPointer) throws(Refusal) {
        lines.append(contentsOf: line)
        let length = line.firstIndex(of: UInt8(ascii: ":")) ?? 0
        names.insert(length)
        if length == 14, let value = Self.value(of: "content-length", in: line) { try readLength(value) }
        if length == 17, let value = Self.value(of: "transfer-encoding", in: line) {
            try checkTransferCoding(String(decoding: value, as: UTF8.self))
        }
    }

    /// The value of the field when the line is one of that name.
    private static func value(of name: StaticString, in line: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer>?
    {
        let count = name.utf8CodeUnitCount
        for index in 0..<count where line[index] | 0x20 != name.utf8Start[index] | 0x20 { return nil }
        return line[(count + 1)...].trimmed
    }

    private mutating func startHead(_ code: Int) {
        status = HTTPStatus(code)
        lines.removeAll(keepingCapacity: true)
        lines.reserveCapacity(512)
        names = ResponseHead.NameLengths()
        contentLength = nil
    }

    private mutating func endHead() throws(Refusal) -> Bool {
        guard !isComplete else { return false }
        guard status.code >= 200 || status.code == 101 else {
            isAtStart = true
            return false
        }
        isComplete = true
        return true
    }

    /// Lengths that contradict each other make the framing a guess (RFC 9112 §6.3).
    private mutating func readLength(_ value: Slice<UnsafeRawBufferPointer>) throws(Refusal) {
        for part in value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            guard let length = Self.number(part.trimmed), length == contentLength ?? length else {
                let text = String(decoding: value, as: UTF8.self).escapedForDisplay
                throw Refusal(kind: .malformedResponse, detail: "Content-Length is “\(text)”")
            }
            contentLength = length
        }
    }

    /// A number of decimal digits alone.
    private static func number(_ digits: Slice<UnsafeRawBufferPointer>) -> Int64? {
        var number: Int64 = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            let (tens, overflow) = number.multipliedReportingOverflow(by: 10)
            guard !overflow else { return nil }
            let (sum, isTooLarge) = tens.addingReportingOverflow(Int64(digit) - 0x30)
            guard !isTooLarge else { return nil }
            number = sum
        }
        return digits.isEmpty ? nil : number
    }

    /// No coding but `chunked` was asked for (RFC 9112 §7.4), and what another one leaves out nobody would notice.
    private func checkTransferCoding(_ text: String) throws(Refusal) {
        guard text.lowercased() == "chunked" || text.lowercased() == "identity" else {
            throw Refusal(
                kind: .malformedResponse, detail: "Transfer-Encoding is “\(text.escapedForDisplay)”, not asked for")
        }
    }

    private static func isBlank(_ line: UnsafeRawBufferPointer) -> Bool {
        line.count <= 2 && line.allSatisfy { $0 == 10 || $0 == 13 }
    }

    private static func statusCode(of line: UnsafeRawBufferPointer) throws(Refusal) -> Int {
        guard line.starts(with: "HTTP/".utf8) else {
            throw Refusal(kind: .malformedResponse, detail: "the answer does not begin with a status line")
        }
        guard let gap = line.firstIndex(of: 0x20), let start = line[gap...].firstIndex(where: { $0 != 0x20 }) else {
            throw Refusal(kind: .malformedResponse, detail: "the status line has no status")
        }
        let digits = line[start...].prefix { $0 != 0x20 && $0 != 13 && $0 != 10 }
        guard digits.count == 3, digits.allSatisfy({ (0x30...0x39).contains($0) }), digits.first != 0x30 else {
            throw Refusal(kind: .malformedResponse, detail: "the status is not a number of three digits")
        }
        return digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }
}

extension Slice<UnsafeRawBufferPointer> {
    /// The bytes without blanks and line ends at their ends.
    fileprivate var trimmed: Self {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 9 || $0 == 13 || $0 == 10 }
        let head = drop(while: isBlank)
        guard let end = head.lastIndex(where: { !isBlank($0) }) else { return head[head.startIndex..<head.startIndex] }
        return head[...end]
    }
}
