#if os(Linux)
/// A body that is decoded while it is read.
final class DecodedStream: Sendable {
    private enum State {
        case idle(ContentDecoder), busy, over(APIError?)
    }

    private let source: HTTPBodyStream
    private let state: Lock<State>
    private let count = Lock<Int64>(0)

    init(_ source: HTTPBodyStream, _ decoder: ContentDecoder) {
        self.source = source
        state = Lock(.idle(decoder))
    }

    /// The stream as the caller sees it.
    var body: HTTPBodyStream {
        HTTPBodyStream(
            next: { [self] in try await next() }, cancel: { [source] in source.cancel() },
            metrics: { [self] in metrics })
    }

    /// What the transfer took, with the bytes after decoding.
    private var metrics: Metrics? {
        guard var metrics = source.metrics else { return nil }
        metrics.bodyBytes = count.withLock { $0 }
        return metrics
    }

    private func next() async throws -> Data? {
        let before = state.withLock { state in
            defer { if case .idle = state { state = .busy } }
            return state
        }
        switch before {
        case .busy: throw APIError.secondReader
        case .over(let error?): throw error
        case .over(nil): return nil
        case .idle(let decoder): return try await next(from: decoder)
        }
    }

    private func next(from decoder: ContentDecoder) async throws -> Data? {
        var after = State.idle(decoder)
        defer { state.withLock { [after] in $0 = after } }
        do {
            let piece = try await piece(from: decoder)
            count.withLock { $0 += Int64(piece?.count ?? 0) }
            if piece == nil { after = .over(nil) }
            return piece
        } catch let fault as CodingFault {
            source.cancel()
            let error = APIError(fault)
            after = .over(error)
            throw error
        }
    }

    private func piece(from decoder: ContentDecoder) async throws -> Data? {
        var iterator = source.makeAsyncIterator()
        while true {
            if let piece = try decoder.next() { return piece }
            guard let bytes = try await iterator.next() else {
                try decoder.finish()
                return nil
            }
            decoder.feed(bytes)
        }
    }
}

extension APIError {
    static let secondReader = APIError(
        .invalidRequest, "the body is read by another task already: let one task read, and pass on what it reads")

    init(_ fault: CodingFault, limit: Int = 0) {
        switch fault {
        case .unreadable(let reason):
            self.init(.decompression, "the body cannot be decoded: \(reason)", underlying: fault)
        case .cut:
            self.init(.truncated, "the body ended within its coding, before the coded stream did", underlying: fault)
        case .tooLarge:
            self.init(.tooLarge, "the body is larger than the \(limit) bytes that are allowed", underlying: fault)
        }
    }
}
#endif
