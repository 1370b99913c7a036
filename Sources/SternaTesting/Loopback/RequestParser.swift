/// Reads requests of HTTP/1 from bytes in any cut (RFC 9112). It keeps what belongs to the next request.
struct RequestParser {
    /// How far the current request has come.
    enum Progress: Hashable {
        case needsMore, head, complete, malformed(String)
    }

    private enum State {
        case head, length(Int64), chunkSize, chunk(Int64), chunkEnd, trailers, complete, malformed(String)
    }

    private static let headLimit = 1 << 20
    private let bodyLimit: Int
    private var state = State.head
    private var buffer: [UInt8] = []
    private var start = 0
    private var searched = 0
    /// The request so far.
    private(set) var request = ReceivedRequest()

    init(bodyLimit: Int) {
        self.bodyLimit = bodyLimit
    }

    /// The bytes that came and are not read yet.
    var pending: ArraySlice<UInt8> { buffer[start...] }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if start == buffer.count || start > 1 << 16 {
            buffer.removeFirst(start)
            searched = max(0, searched - start)
            start = 0
        }
        buffer.append(contentsOf: bytes)
    }

    /// Begins the next request, after one that is complete.
    mutating func begin() {
        state = .head
        request = ReceivedRequest()
        searched = start
    }

    /// Reads on; `head` is answered once, at the moment when the head is complete.
    mutating func advance() -> Progress {
        while true {
            switch state {
            case .head:
                guard let end = endOfHead() else { return missing(limit: Self.headLimit, "the head") }
                readHead(upTo: end)
                if case .malformed(let reason) = state { return .malformed(reason) }
                return .head
            case .length(let left):
                guard let left = take(left) else { return .needsMore }
                state = left == 0 ? .complete : .length(left)
            case .chunkSize:
                guard let line = takeLine() else { return missing(limit: 4096, "a chunk's size") }
                readChunkSize(line)
            case .chunk(let left):
                guard let left = take(left) else { return .needsMore }
                state = left == 0 ? .chunkEnd : .chunk(left)
            case .chunkEnd:
                guard let line = takeLine() else { return missing(limit: 2, "a chunk's end") }
                state = line.isEmpty ? .chunkSize : .malformed("a chunk is longer than its size says")
            case .trailers:
                guard let line = takeLine() else { return missing(limit: Self.headLimit, "the trailers") }
                if line.isEmpty { state = .complete } else { readTrailer(line) }
            case .complete:
                request.isComplete = true
                return .complete
            case .malformed(let reason):
                return .malformed(reason)
            }
        }
    }
}

extension RequestParser {
    private mutating func missing(limit: Int, _ what: String) -> Progress {
        guard buffer.count - start > limit else { return .needsMore }
        state = .malformed("\(what) is longer than \(limit) bytes")
        return advance()
    }

    private mutating func endOfHead() -> Int? {
        // Empty lines before a request are skipped (RFC 9112 §2.2).
        while request.head.isEmpty, buffer[start...].starts(with: [13, 10]) { start += 2 }
        var index = max(searched, start)
        while index + 3 < buffer.count {
            if buffer[index] == 13, buffer[index + 1] == 10, buffer[index + 2] == 13, buffer[index + 3] == 10 {
                return index + 4
            }
            index += 1
        }
        searched = index
        return nil
    }

    private mutating func readHead(upTo end: Int) {
        let bytes = buffer[start..<end]
        start = end
        request.head = Data(bytes)
        request.receivedAt = .now
        var lines = Self.lines(bytes)
        let words = lines.removeFirst().split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, !words[0].isEmpty, !words[1].isEmpty, words[2].hasPrefix("HTTP/1.") else {
            return state = .malformed("the request line is not `METHOD target HTTP/1.x`")
        }
        (request.method, request.target, request.version) = (String(words[0]), String(words[1]), String(words[2]))
        for line in lines where !line.isEmpty {
            guard let field = Self.field(line) else {
                return state = .malformed("a field line without a name: \(line)")
            }
            request.fields.append(field)
        }
        state = framing()
    }

    private func framing() -> State {
        let codings = request.values(of: "Transfer-Encoding").joined(separator: ",").lowercased()
        let lengths = Set(request.values(of: "Content-Length"))
        guard codings.isEmpty else {
            guard lengths.isEmpty else { return .malformed("both Transfer-Encoding and Content-Length") }
            return codings == "chunked" ? .chunkSize : .malformed("Transfer-Encoding: \(codings)")
        }
        guard let text = lengths.first else { return .complete }
        guard lengths.count == 1, let length = Int64(text), length >= 0, text.first != "+" else {
            return .malformed("Content-Length: \(lengths.sorted().joined(separator: ", "))")
        }
        return length == 0 ? .complete : .length(length)
    }

    private mutating func readChunkSize(_ line: ArraySlice<UInt8>) {
        let digits = String(decoding: line.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
        guard let size = Int64(digits, radix: 16), size >= 0, digits.first != "+" else {
            return state = .malformed("a chunk's size is not a hexadecimal number: \(digits)")
        }
        state = size == 0 ? .trailers : .chunk(size)
    }

    private mutating func readTrailer(_ line: ArraySlice<UInt8>) {
        guard let field = Self.field(Self.text(line)) else { return state = .malformed("a trailer without a name") }
        request.trailers.append(field)
    }

    /// Takes up to `left` bytes of content and returns how many are still to come; `nil` when there is none.
    private mutating func take(_ left: Int64) -> Int64? {
        let count = Int(min(left, Int64(buffer.count - start)))
        guard count > 0 else { return nil }
        let room = max(0, bodyLimit - request.body.count)
        request.body.append(contentsOf: buffer[start..<start + min(count, room)])
        keepOnWire(start..<start + count)
        request.bodyLength += Int64(count)
        start += count
        return left - Int64(count)
    }

    /// Takes a line without its end; `nil` when it is not complete.
    private mutating func takeLine() -> ArraySlice<UInt8>? {
        var index = start
        while index + 1 < buffer.count, buffer[index] != 13 || buffer[index + 1] != 10 { index += 1 }
        guard index + 1 < buffer.count else { return nil }
        defer { start = index + 2 }
        keepOnWire(start..<index + 2)
        return buffer[start..<index]
    }

    private mutating func keepOnWire(_ range: Range<Int>) {
        let room = max(0, bodyLimit - request.wireBody.count)
        request.wireBody.append(contentsOf: buffer[range.prefix(room)])
    }

    private static func lines(_ head: ArraySlice<UInt8>) -> [String] {
        var lines: [String] = []
        var rest = head
        while let end = rest.firstIndex(of: 10) {
            let line = rest[..<end]
            lines.append(text(line.last == 13 ? line.dropLast() : line))
            rest = rest[(end + 1)...]
        }
        return lines
    }

    private static func field(_ line: String) -> ReceivedRequest.Field? {
        guard let colon = line.firstIndex(of: ":"), colon != line.startIndex else { return nil }
        let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        let end = value.lastIndex { $0 != " " && $0 != "\t" }
        return ReceivedRequest.Field(String(line[..<colon]), end.map { String(value[...$0]) } ?? "")
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
