/// Answers that come bit by bit.
enum DemoStreams {
    static let routes = [
        DemoRoute(
            "GET", "/events",
            "Server-sent events: ?count= of them, ?every_ms=, going on after Last-Event-ID; ?cut=N ends after N.",
            events),
        DemoRoute("GET", "/lines", "JSON lines: ?count= of them, ?every_ms=.", lines),
    ]

    private static func events(_ request: DemoRequest) throws -> Answer {
        let count = try request.query.integer("count", default: 5, in: 0...1_000_000)
        let cut = try request.query.integer("cut", default: count, in: 0...1_000_000)
        let seen = Int(request.received["Last-Event-ID"] ?? "0") ?? 0
        // 204 tells a client of an event stream not to come again.
        guard seen < count else { return Answer(204) }
        let end = min(count, seen + cut)
        let fields: [Answer.Field] = [.init("Content-Type", "text/event-stream"), .init("Cache-Control", "no-store")]
        return .chunks(fields: fields, every: try request.query.milliseconds("every_ms")) { index in
            guard index > 0 else { return Data(": events of the demo API\nretry: 100\n\n".utf8) }
            let number = seen + index
            guard number <= end else { return nil }
            return Data("id: \(number)\nevent: tick\ndata: {\"number\":\(number),\ndata: \"of\":\(count)}\n\n".utf8)
        }
    }

    private static func lines(_ request: DemoRequest) throws -> Answer {
        let count = try request.query.integer("count", default: 5, in: 0...1_000_000)
        let fields = [Answer.Field("Content-Type", "application/x-ndjson")]
        return .chunks(fields: fields, every: try request.query.milliseconds("every_ms")) { index in
            guard index < count else { return nil }
            var words = DemoWords(seed: 4000 + index)
            return Data("{\"number\":\(index + 1),\"text\":\"\(words.phrase(5))\"}\n".utf8)
        }
    }
}
