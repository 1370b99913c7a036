import Sterna

/// Reads event streams and lines that were damaged: whole, byte by byte and in random pieces they must come out alike,
/// and nothing may trap.
public struct StreamParserTrial: Sendable {
    /// What the damage is made from.
    public var seed: UInt64
    /// How many streams are read.
    public var cases: Int

    private static let original = Array(
        ("\u{FEFF}retry: 250\r\n: hello\r\n\r\ndata: first\r\ndata: line two\r\rid: 7\nevent: tick\ndata:{}\n\n"
            + "data:  你好🌍\r\nid\r\n\r\n{\"a\":1}\r\n\n \n{\"a\":2}\ndata\n\nid: \u{0}\ndata: end").utf8)

    /// A trial of so many streams.
    public init(seed: UInt64, cases: Int) {
        self.seed = seed
        self.cases = cases
    }

    /// Runs the trial.
    ///
    /// - Parameter progress: called with the number of each stream that was read.
    public func run(progress: (Int) -> Void = { _ in }) -> TrialReport {
        let record = TrialRecord()
        for number in 0..<cases {
            let began = ContinuousClock.now
            var random = SeededRandom(seed: seed, case: number)
            let bytes = Self.damaged(&random)
            let limit = random.pick([8, 40, 1 << 20])
            let whole = Self.reading([bytes[...]], limit)
            let pieces = Self.reading(Self.cut(bytes, &random), limit)
            let single = Self.reading(bytes.indices.map { bytes[$0...$0] }, limit)
            record.count(whole.isOverlong ? "overlong" : "read", took: .now - began)
            if whole != single || whole != pieces {
                record.complain("case \(number) of seed \(seed) differs by its cuts")
            }
            progress(number)
        }
        return record.report
    }

    /// What came out.
    private struct Reading: Hashable {
        var events: [ServerEvent] = []
        var lines: [Data] = []
        var lastEventID = ""
        var isOverlong = false
    }

    private static func reading(_ chunks: [ArraySlice<UInt8>], _ limit: Int) -> Reading {
        var reading = Reading()
        var parser = EventParser(limit: limit)
        var splitter = LineSplitter(.lineFeed, limit: limit)
        do {
            for chunk in chunks {
                parser.feed(Data(chunk))
                while let event = try parser.next() { reading.events.append(event) }
            }
        } catch {
            reading.isOverlong = true
        }
        reading.lastEventID = parser.lastEventID
        do {
            for chunk in chunks {
                splitter.feed(Data(chunk))
                while let line = try splitter.next() { reading.lines.append(Data(Array(line))) }
            }
            if let line = try splitter.finish() { reading.lines.append(Data(Array(line))) }
        } catch {
            reading.isOverlong = true
        }
        return reading
    }

    private static func cut(_ bytes: [UInt8], _ random: inout SeededRandom) -> [ArraySlice<UInt8>] {
        var (pieces, rest) = ([ArraySlice<UInt8>](), bytes[...])
        while !rest.isEmpty {
            let count = min(rest.count, random.number(1...40))
            pieces.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return pieces
    }

    private static func damaged(_ random: inout SeededRandom) -> [UInt8] {
        var bytes = original
        for _ in 0..<random.number(0...6) {
            let place = random.number(0...(bytes.count - 1))
            switch random.number(0...4) {
            case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
            case 1: bytes.insert(random.pick([10, 13, 58, 32, 0, 0xEF]), at: place)
            case 2: if bytes.count > 1 { bytes.remove(at: place) }
            case 3: bytes.insert(contentsOf: bytes[place...].prefix(random.number(1...30)), at: place)
            default: bytes.removeLast(min(bytes.count - 1, random.number(0...20)))
            }
        }
        return bytes
    }
}
