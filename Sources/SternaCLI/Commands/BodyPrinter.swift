import Sterna

/// Writes the body of an answer as it comes. Only JSON on a terminal is held back, to be set out in lines and colours;
/// with `--stream` no more than a line of it.
struct BodyPrinter {
    /// The most JSON that is held back; what is longer comes as it is.
    static let formattedLimit = 4 << 20

    let writer: DescriptorWriter
    let paint: Paint
    /// Whether the body may be changed for a person's eyes.
    let isForPeople: Bool
    /// Whether each line, or piece, is shown when it is there.
    let streams: Bool
    /// In bytes; `nil` is no limit.
    let limit: Int64?
    /// A place for remarks.
    let note: (String) -> Void

    /// What was written so far, and whether its reader has gone.
    struct Progress {
        var bytes: Int64 = 0
        var isClosed = false
    }

    /// Writes the body of `response` and keeps count in `progress`, also when it fails.
    func print(_ response: HTTPResponse, _ progress: inout Progress) async throws {
        let type = response.fields[.contentType].flatMap { MediaType($0) }
        do {
            switch response.body {
            case .complete(let data):
                var source: Data? = data
                try await print(type, &progress) {
                    defer { source = nil }
                    return source
                }
            case .stream(let stream):
                var iterator = stream.makeAsyncIterator()
                defer { stream.cancel() }
                let watch = PipeWatch(writer.descriptor) { stream.cancel() }
                do {
                    try await print(type, &progress) { try await iterator.next() }
                    _ = watch.end()
                } catch {
                    throw watch.end() ? ClosedPipe() : error
                }
            }
        } catch is ClosedPipe {
            progress.isClosed = true
        }
    }

    private func print(
        _ type: MediaType?, _ progress: inout Progress, _ next: () async throws -> Data?
    ) async throws {
        guard isForPeople else {
            while let chunk = try await take(next, &progress) { try writer.write(chunk) }
            return
        }
        if streams, StreamPrinter.takes(type) {
            return try await StreamPrinter(writer: writer, paint: paint).print { try await take(next, &progress) }
        }
        var start = Data()
        let isJSON = !streams && type?.isJSON ?? false
        while let chunk = try await take(next, &progress) {
            start.append(chunk)
            if !isJSON || start.count > Self.formattedLimit { break }
        }
        if isJSON, let pretty = JSONFormat.text(start, paint) { return try writer.write(pretty) }
        try await show(start, &progress, next)
    }

    /// Shows a text; refuses what is none.
    private func show(_ start: Data, _ progress: inout Progress, _ next: () async throws -> Data?) async throws {
        guard !TerminalText.isBinary(start) else {
            note("the body is binary: not shown on a terminal; write it to a file with -o FILE, or pipe it on")
            throw ClosedPipe()
        }
        var filter = TerminalText()
        var last = start.last
        try writer.write(filter.shown(start))
        while let chunk = try await take(next, &progress) {
            last = chunk.last
            try writer.write(filter.shown(chunk))
        }
        try writer.write(filter.end() + (last.map { $0 == 10 } ?? true ? Data() : Data("\n".utf8)))
    }

    private func take(_ next: () async throws -> Data?, _ progress: inout Progress) async throws -> Data? {
        guard let chunk = try await next() else { return nil }
        progress.bytes += Int64(chunk.count)
        guard let limit, progress.bytes > limit else { return chunk }
        throw Failure.tooLarge(limit)
    }
}
