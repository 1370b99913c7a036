import Sterna

/// Reads values of fields that were damaged, and writes forms with damaged names in random pieces: nothing may trap, a
/// name of a file is safe or none, a range lies within its whole, and a form is the same whatever its cuts.
public struct FieldParserTrial: Sendable {
    /// What the damage is made from.
    public var seed: UInt64
    /// How many values are read.
    public var cases: Int

    private static let values: [[UInt8]] = [
        #"attachment; filename="fallback \" ; x.txt"; filename*=UTF-8''%E2%82%AC%20rates.txt"#,
        #"form-data; name="a"; filename*=ISO-8859-1'en'%A3; filename=../../etc/passwd"#,
        "bytes 0-499/1234", "bytes */9223372036854775807", "bytes 18446744073709551615-0/*",
        ##"<http://h/i?c=a,b;c>; rel="next last"; title="x, y=z", </p?q=1>; rel=prev; anchor="#a", <>; rel"##,
        #"<next>; title*=UTF-8'de'n%c3%a4chste; rel=next;;, ,<http://[::1]:8/x>"#,
    ].map { Array($0.utf8) }

    /// A trial of so many values.
    public init(seed: UInt64, cases: Int) {
        self.seed = seed
        self.cases = cases
    }

    /// Runs the trial.
    ///
    /// - Parameter progress: called with the number of each value that was read.
    public func run(progress: (Int) -> Void = { _ in }) throws -> TrialReport {
        let record = TrialRecord()
        let base = try URI("http://h/a/b?c=d")
        for number in 0..<cases {
            let began = ContinuousClock.now
            var random = SeededRandom(seed: seed, case: number)
            let text = String(decoding: Self.damaged(&random), as: UTF8.self)
            let complaint = Self.complaint(about: text, at: base) ?? Self.complaint(aboutForm: text, &random)
            record.count("read", took: .now - began)
            if let complaint { record.complain("case \(number) of seed \(seed): \(complaint)") }
            progress(number)
        }
        return record.report
    }

    private static func complaint(about text: String, at base: URI) -> String? {
        if let name = ContentDisposition(text)?.safeFileName {
            let isSafe = !name.isEmpty && name != "." && name != ".." && name.utf8.count <= 255
            if !isSafe || name.contains("/") || name.utf8.contains(0) { return "“\(name)” is no safe name" }
        }
        if let range = ContentRange(text), let bytes = range.bytes {
            if bytes.lowerBound < 0 || range.length.map({ bytes.upperBound >= $0 }) == true { return "\(range)" }
        }
        for link in Link.links(in: [text], of: base) where link.target.scheme.isEmpty { return "\(link)" }
        return nil
    }

    /// The damaged text as a name, a file's name and a content of its form.
    private static func complaint(aboutForm text: String, _ random: inout SeededRandom) -> String? {
        let content = Data(text.utf8)
        let pieces: [MultipartSerializer.Piece] = [
            .bytes(Data("--b\r\n".utf8)), .content(name: text, length: nil), .bytes(Data("\r\n".utf8)),
            .content(name: text, length: Int64(content.count)), .bytes(Data("\r\n--b--\r\n".utf8)),
        ]
        let whole = written(pieces, content, cut: { 1 << 20 }, limit: .max)
        let parts = written(pieces, content, cut: { random.number(1...9) }, limit: random.number(1...7))
        return whole == parts && whole != nil ? nil : "a form differs by its cuts"
    }

    /// What a serializer makes of it, pulled and fed in pieces; `nil` when it refuses.
    private static func written(
        _ pieces: [MultipartSerializer.Piece], _ content: Data, cut: () -> Int, limit: Int
    ) -> Data? {
        var (serializer, all, rest) = (MultipartSerializer(pieces), Data(), content[...])
        do {
            while true {
                switch serializer.next(upTo: limit) {
                case .send(let bytes): all += bytes
                case .end: return all
                case .feed where rest.isEmpty:
                    try serializer.endContent()
                    rest = content[...]
                case .feed:
                    let chunk = rest.prefix(cut())
                    try serializer.feed(Data(chunk))
                    rest = rest.dropFirst(chunk.count)
                }
            }
        } catch {
            return nil
        }
    }

    private static func damaged(_ random: inout SeededRandom) -> [UInt8] {
        var bytes = random.pick(values)
        for _ in 0..<random.number(0...6) {
            let place = random.number(0...(bytes.count - 1))
            switch random.number(0...4) {
            case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
            case 1: bytes.insert(random.pick(Array("\"\\;,=<>/*%'- \0\r\n".utf8)), at: place)
            case 2: if bytes.count > 1 { bytes.remove(at: place) }
            case 3: bytes.insert(contentsOf: bytes[place...].prefix(random.number(1...30)), at: place)
            default: bytes.removeLast(min(bytes.count - 1, random.number(0...20)))
            }
        }
        return bytes
    }
}
