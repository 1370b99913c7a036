/// An answer in parts, so that each can be damaged before it becomes bytes.
struct AnswerDraft {
    enum Framing: CaseIterable {
        case length, chunked, untilClose
    }

    enum Ending {
        case stay, close, reset, hang
    }

    var interim: [[UInt8]] = []
    var statusLine = Array("HTTP/1.1 200 OK".utf8)
    var fields: [[UInt8]] = [Array("Content-Type: application/json".utf8)]
    var framing: Framing
    var coding: CodedContent
    var body: [UInt8]
    /// What stands in `Content-Length`; `nil` is the truth.
    var length: String?
    /// What stands before each chunk, by its index; others tell the truth.
    var chunkLines: [Int: String] = [:]
    var chunkSize: Int
    var lastChunk = "0"
    var trailers: [[UInt8]] = []
    var lineEnd: [UInt8] = [13, 10]
    var excess: [UInt8] = []
    /// Done to the whole when it has become bytes.
    var edits: [@Sendable ([UInt8]) -> [UInt8]] = []
    /// The place at which everything stops, of the whole; `nil` is the end.
    var cut: Double?
    /// Sent over and over after everything else.
    var endless: [UInt8] = []
    var pieces: [Double] = []
    var pause: Duration = .milliseconds(1)
    var ending: Ending
    private(set) var promise = AnswerPromise.right

    /// A right answer.
    init(_ random: inout SeededRandom) {
        framing = random.pick([.length, .length, .chunked, .chunked, .untilClose])
        coding = random.pick([.identity, .identity, .gzip, .deflate, .br, .zstd])
        body = coding.bytes
        chunkSize = random.pick([1, 7, 100, 100, 5000])
        ending = framing == .untilClose ? .close : .stay
        if coding != .identity { fields.append(Array("Content-Encoding: \(coding.rawValue)".utf8)) }
    }

    /// Whether a body that ends too soon is noticed, by its framing or by its coding.
    var showsItsEnd: Bool { framing != .untilClose || coding != .identity }

    /// Whether an answer that was cut may look like one without a body.
    var mayBeEmpty: Bool { framing == .untilClose || body.isEmpty }

    /// Says less of the answer from here on.
    mutating func weaken(to promise: AnswerPromise) {
        if self.promise != .anything { self.promise = promise }
    }

    var bytes: [UInt8] {
        let whole = edits.reduce(rendered) { $1($0) }
        return cut.map { Array(whole.prefix(Int(Double(whole.count) * $0))) } ?? whole
    }

    var script: Script {
        let whole = bytes
        // What comes after the end goes out with it. A piece that came later might meet the next request on its way,
        // and no client can tell it from that one's answer.
        let cuts = pieces.map { Int(Double(whole.count - excess.count) * $0) }
        var steps: [Script.Step] = [cuts.isEmpty ? .send(whole) : .sendSplit(whole, at: cuts, pause: pause)]
        if !endless.isEmpty { steps.append(.sendRepeatedly(endless)) }
        switch ending {
        case .stay: break
        case .close: steps.append(.close)
        case .reset: steps.append(.reset)
        case .hang: steps.append(.hang)
        }
        return Script(steps)
    }

    private var rendered: [UInt8] {
        var result = Array(interim.joined())
        for line in [statusLine] + fields + framingFields { result += line + lineEnd }
        result += lineEnd
        result += content
        result += excess
        return result
    }

    private var framingFields: [[UInt8]] {
        switch framing {
        case .length: [Array("Content-Length: \(length ?? String(body.count))".utf8)]
        case .chunked: [Array("Transfer-Encoding: chunked".utf8)]
        case .untilClose: []
        }
    }

    private var content: [UInt8] {
        guard framing == .chunked else { return body }
        var result: [UInt8] = []
        for (index, start) in stride(from: 0, to: body.count, by: chunkSize).enumerated() {
            let chunk = body[start..<min(start + chunkSize, body.count)]
            result += (chunkLines[index] ?? String(chunk.count, radix: 16)).utf8
            result += lineEnd + chunk + lineEnd
        }
        result += Array(lastChunk.utf8) + lineEnd
        for line in trailers { result += line + lineEnd }
        return result + lineEnd
    }
}
