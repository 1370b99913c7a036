/// Reads server-sent events (WHATWG HTML §9.2.6) out of bytes, wherever they are cut. A pure state machine: feed a
/// chunk, take events until there is none, feed the next. An event whose blank line never comes is dropped.
package struct EventParser: Sendable {
    /// The id to go on after: that of the last event that was complete. Empty when there is none.
    package private(set) var lastEventID: String
    /// How long the server wants clients to wait before they connect again; `nil` when it has not said.
    package private(set) var reconnectTime: Duration?

    private let limit: Int
    private var splitter: LineSplitter
    private var id: String
    private var name = ""
    private var data: Data?

    /// - Parameters:
    ///   - lastEventID: the id of the last event of an earlier connection.
    ///   - limit: the largest event, and the longest line, in bytes.
    package init(lastEventID: String = "", limit: Int = .defaultLineLimit) {
        self.lastEventID = lastEventID
        self.limit = limit
        id = lastEventID
        splitter = LineSplitter(.any, limit: limit)
    }

    /// Takes bytes in.
    package mutating func feed(_ chunk: Data) {
        splitter.feed(chunk)
    }

    /// The next event; `nil` when more bytes are needed.
    package mutating func next() throws(OverlongLine) -> ServerEvent? {
        while let line = try splitter.next() {
            if line.isEmpty {
                if let event = dispatch() { return event }
            } else {
                try take(line)
            }
        }
        return nil
    }

    /// Begins a new connection: what is incomplete goes, what the server has said of ids and waits stays.
    package mutating func restart() {
        let time = reconnectTime
        self = EventParser(lastEventID: lastEventID, limit: limit)
        reconnectTime = time
    }

    /// Goes on after an event of an earlier stream.
    package mutating func begin(after id: String) {
        self = EventParser(lastEventID: id, limit: limit)
    }

    private mutating func take(_ line: Data) throws(OverlongLine) {
        let colon = line.firstIndex(of: UInt8(ascii: ":"))
        // A comment, which keeps the connection busy.
        guard colon != line.startIndex else { return }
        var value = colon.map { line[($0 + 1)...] } ?? Data()
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        switch String(decoding: line[..<(colon ?? line.endIndex)], as: UTF8.self) {
        case "data": try append(value)
        case "event": name = String(decoding: value, as: UTF8.self)
        case "id": if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
        case "retry": reconnectTime = Self.milliseconds(value) ?? reconnectTime
        default: break
        }
    }

    private mutating func append(_ value: Data) throws(OverlongLine) {
        guard var sum = data.take() else { return data = value }
        guard sum.count + 1 + value.count <= limit else { throw OverlongLine(limit: limit) }
        sum.append(UInt8(ascii: "\n"))
        sum.append(value)
        data = sum
    }

    private mutating func dispatch() -> ServerEvent? {
        lastEventID = id
        defer {
            data = nil
            name = ""
        }
        guard let data else { return nil }
        return ServerEvent(
            id: id, name: name.isEmpty ? "message" : name, data: String(decoding: data, as: UTF8.self))
    }

    /// Digits alone are a time; more of them than a year has milliseconds are a year.
    private static func milliseconds(_ value: Data) -> Duration? {
        guard !value.isEmpty, value.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        let year: Int64 = 365 * 24 * 3600 * 1000
        let number = value.reduce(into: Int64(0)) { sum, digit in
            sum = min(year, sum * 10 + Int64(digit - UInt8(ascii: "0")))
        }
        return .milliseconds(number)
    }
}
