import Sterna

/// Writes a body for a person as it comes, line by line: a line that is JSON is set out, in colours.
struct StreamPrinter {
    /// The longest line that is held back.
    static let lineLimit = 4 << 20

    let writer: DescriptorWriter
    let paint: Paint

    /// Whether the type is one whose lines mean something of their own.
    static func takes(_ type: MediaType?) -> Bool {
        guard let type else { return false }
        let names = [
            "event-stream", "x-ndjson", "ndjson", "jsonl", "x-jsonl", "jsonlines", "x-jsonlines", "stream+json",
        ]
        return type.isJSON || names.contains(type.subtype)
    }

    /// Writes every line of the chunks that `next` gives.
    func print(_ next: () async throws -> Data?) async throws {
        var lines = LineSplitter(.lineFeed, limit: Self.lineLimit)
        do {
            while let chunk = try await next() {
                lines.feed(chunk)
                while let line = try lines.next() { try show(line) }
            }
            if let line = try lines.finish() { try show(line) }
        } catch let error as OverlongLine {
            throw APIError(.tooLarge, "a line has more than \(error.limit) bytes: leave out --stream, or pipe it on")
        }
    }

    private func show(_ line: Data) throws {
        let start = line.first { $0 != 0x20 && $0 != 0x09 }
        if start == UInt8(ascii: "{") || start == UInt8(ascii: "["), let pretty = JSONFormat.text(line, paint) {
            return try writer.write(pretty)
        }
        var filter = TerminalText()
        try writer.write(filter.shown(line) + filter.end() + Data("\n".utf8))
    }
}
