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
    private(set) var isEncoded = false
    private var lines: [UInt8] = []
    private var byteCount = 0
    private var fieldCount = 0

    /// The field lines of the final head.
    var fields: ResponseHead { ResponseHead(lines) }

    /// Takes one line with its end; true when it completes the final head.
    mutating func take(_ line: UnsafeRawBufferPointer) throws(Refusal) -> Bool {
        byteCount += line.count
        guard byteCount <= Self.byteLimit else {
            throw Refusal(kind: .tooLarge, detail: "the head of the answer is larger than \(Self.byteLimit) bytes")
        }
        if Self.isBlank(line) { return try endHead() }
        if !isComplete, let code = try Self.statusCode(of: line) {
            startHead(code)
            return false
        }
        fieldCount += 1
        guard fieldCount <= Self.fieldLimit else {
            throw Refusal(kind: .tooLarge, detail: "the answer has more than \(Self.fieldLimit) fields")
        }
        if !isComplete { lines.append(contentsOf: line) }
        return false
    }

    private mutating func startHead(_ code: Int) {
        status = HTTPStatus(code)
        lines.removeAll(keepingCapacity: true)
        contentLength = nil
        isEncoded = false
    }

    private mutating func endHead() throws(Refusal) -> Bool {
        guard !isComplete, status.code >= 200 || status.code == 101 else { return false }
        isComplete = true
        let head = fields
        try readLength(head)
        if let coding = head.value(of: .contentEncoding) { isEncoded = coding.lowercased() != "identity" }
        return true
    }

    /// Lengths that contradict each other make the framing a guess (RFC 9112 §6.3).
    private mutating func readLength(_ head: ResponseHead) throws(Refusal) {
        guard let text = head.value(of: .contentLength) else { return }
        let parts = text.split(separator: ",").map { $0.trimmed }
        guard let first = parts.first, parts.allSatisfy({ $0 == first }),
            first.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int64(first)
        else { throw Refusal(kind: .malformedResponse, detail: "Content-Length is “\(text.escapedForDisplay)”") }
        contentLength = length
    }

    private static func isBlank(_ line: UnsafeRawBufferPointer) -> Bool {
        line.allSatisfy { $0 == 10 || $0 == 13 }
    }

    /// The code of a status line; `nil` of another line.
    private static func statusCode(of line: UnsafeRawBufferPointer) throws(Refusal) -> Int? {
        guard line.count > 5, line.starts(with: "HTTP/".utf8) else { return nil }
        let parts = line.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: true)
        guard parts.count > 1 else { throw Refusal(kind: .malformedResponse, detail: "the status line has no status") }
        let digits = parts[1].prefix { $0 != 13 && $0 != 10 }
        guard digits.count == 3, digits.allSatisfy({ (0x30...0x39).contains($0) }), digits.first != 0x30 else {
            throw Refusal(kind: .malformedResponse, detail: "the status is not a number of three digits")
        }
        return digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }
}

extension StringProtocol {
    /// The text without blanks at its ends.
    var trimmed: String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
            return ""
        }
        return String(self[first...last])
    }
}
