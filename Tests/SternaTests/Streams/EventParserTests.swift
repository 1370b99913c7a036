import Sterna
import SternaTesting
import Testing

/// Section 11 of the field reports: the reading of event streams, without a socket.
struct EventParserTests {
    private func events(_ chunks: [Data]) throws -> (events: [ServerEvent], parser: EventParser) {
        var parser = EventParser()
        var events: [ServerEvent] = []
        for chunk in chunks {
            parser.feed(chunk)
            while let event = try parser.next() { events.append(event) }
        }
        return (events, parser)
    }

    private func events(_ text: String) throws -> [ServerEvent] {
        try events([Data(text.utf8)]).events
    }

    private static let stream =
        "\u{FEFF}retry: 250\r\n: a comment\r\n\r\ndata: first\r\ndata: line two\r\rid: 7\nevent: tick\ndata:[1]\n\n"
        + "data:  你好🌍\r\nid\r\n\r\n:\n\ndata\n\ndata: unfinished"

    private static let expected = [
        ServerEvent(data: "first\nline two"), ServerEvent(id: "7", name: "tick", data: "[1]"),
        ServerEvent(data: " 你好🌍"), ServerEvent(data: ""),
    ]

    // B85, B88, B90
    @Test func `the same events come wherever the stream is cut`() throws {
        let bytes = Data(Self.stream.utf8)
        #expect(try events([bytes]).events == Self.expected)
        #expect(try events(bytes.map { Data([$0]) }).events == Self.expected)
        for cut in 1..<bytes.count {
            let (found, parser) = try events([bytes[..<cut], bytes[cut...]])
            #expect(found == Self.expected, "cut at \(cut)")
            #expect(parser.reconnectTime == .milliseconds(250) && parser.lastEventID.isEmpty)
        }
    }

    // B85
    @Test(arguments: ["\n", "\r", "\r\n"])
    func `each end of line is one, and an event is there with its blank line`(end: String) throws {
        let text = ["data: a", "data: b", "", "data: c", "", ""].joined(separator: end)
        #expect(try events(text).map(\.data) == ["a\nb", "c"])
        // With CR alone, nobody waits for an LF that may never come.
        #expect(try events("data: a\r\r").map(\.data) == ["a"])
    }

    // B86
    @Test func `five thousand small events are five thousand events`() throws {
        let text = (1...5000).map { "id: \($0)\ndata: \($0)\n\n" }.joined()
        let found = try events(text)
        #expect(found.count == 5000 && found.last == ServerEvent(id: "5000", data: "5000"))
    }

    // B88
    @Test func `bytes that are no text become one replacement, at the end of data too`() throws {
        let bytes = Data("data: a".utf8) + [0xE4, 0xBD] + Data("\n\ndata: ".utf8) + [0xFF] + Data("b\n\n".utf8)
        #expect(try events([bytes]).events.map(\.data) == ["a\u{FFFD}", "\u{FFFD}b"])
    }

    // B89
    @Test func `an id stays until another comes, is cleared by an empty one, and none with NUL counts`() throws {
        let text = "id: 1\ndata: a\n\ndata: b\n\nid: 2\u{0}x\ndata: c\n\nid:\ndata: d\n\nid: 9\n\nid: 10\ndata: cut"
        let (found, parser) = try events([Data(text.utf8)])
        #expect(found.map(\.id) == ["1", "1", "1", ""])
        // An id counts with its blank line, also when there is no data to it; never without.
        #expect(parser.lastEventID == "9")
    }

    // B89
    @Test func `only digits are a time to wait`() throws {
        for (text, time) in [
            ("10", Duration.milliseconds(10)), ("0", .zero), ("1x", nil), ("-1", nil), ("", nil), ("1.5", nil),
            (" 1", nil), ("١", nil), ("99999999999999999999999", .seconds(365 * 24 * 3600)),
        ] as [(String, Duration?)] {
            #expect(try events([Data("retry: \(text)\n\n".utf8)]).parser.reconnectTime == time, "“\(text)”")
        }
    }

    // B90
    @Test func `one byte order mark goes, a second is a part of the first name`() throws {
        #expect(try events("\u{FEFF}data: x\n\n").map(\.data) == ["x"])
        #expect(try events("\u{FEFF}\u{FEFF}data: x\n\n").isEmpty)
        #expect(try events("data: \u{FEFF}x\n\n").map(\.data) == ["\u{FEFF}x"])
    }

    // B90
    @Test func `names are exact, one space goes, unknown fields mean nothing`() throws {
        let text = "data:x\ndata:  y\nDATA: z\n data: z\ndatax: z\nevent: a\nevent: b\nfoo\n\nevent: c\n\ndata: d\n\n"
        #expect(try events(text) == [ServerEvent(name: "b", data: "x\n y"), ServerEvent(data: "d")])
    }

    @Test func `an event and a line beyond the limit are refused, those at the limit come`() throws {
        func read(_ text: String) throws -> [String] {
            var parser = EventParser(limit: 20)
            parser.feed(Data(text.utf8))
            var found: [String] = []
            while let event = try parser.next() { found.append(event.data) }
            return found
        }
        #expect(try read("data:\(String(repeating: "a", count: 15))\r\n\r\n").first?.count == 15)
        #expect(try read("data: 1234567\ndata: 123456789012\n\n").first?.count == 20)
        #expect(throws: OverlongLine.self) { try read("data: 12345678\ndata: 123456789012\n\n") }
        #expect(throws: OverlongLine.self) { try read("data: 1234567890123456") }
        #expect(throws: OverlongLine.self) { try read(": \(String(repeating: "c", count: 50))") }
    }

    @Test func `a new connection keeps what the server said, not what it began`() throws {
        var (found, parser) = try events([Data("retry: 5\nid: 3\ndata: a\n\nid: 4\ndata: lost".utf8)])
        parser.restart()
        parser.feed(Data("\u{FEFF}data: b\n\n".utf8))
        while let event = try parser.next() { found.append(event) }
        #expect(found == [ServerEvent(id: "3", data: "a"), ServerEvent(id: "3", data: "b")])
        #expect(parser.reconnectTime == .milliseconds(5))
    }

    @Test func `mutated streams are read alike in one piece and byte by byte`() {
        let report = StreamParserTrial(seed: 11, cases: 2000).run()
        #expect(report.isGood, "\(report)")
    }
}
