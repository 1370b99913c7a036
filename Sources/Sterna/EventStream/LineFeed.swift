/// Reads the body of a call line by line.
struct LineFeed: Sendable {
    private let call: StreamedCall
    private var splitter: LineSplitter
    private(set) var body: OpenBody?
    private var isOver = false
    private var isEnded = false
    /// The number of the last line that was read, from 1.
    private(set) var number = 0

    init(_ call: StreamedCall, limit: Int) {
        self.call = call
        splitter = LineSplitter(.lineFeed, limit: limit)
    }

    /// The next line, empty ones too; `nil` after the last. One that ends with the body counts too.
    mutating func next() async throws -> Data? {
        guard !isOver else { return nil }
        do {
            let line = try await line()
            if line == nil { end() } else { number += 1 }
            return line
        } catch {
            defer { end() }
            throw described(error)
        }
    }

    /// Nothing more is read.
    mutating func end() {
        isOver = true
        body?.close()
        body = nil
    }

    /// What the caller sees of an error.
    func described(_ error: any Error) -> any Error {
        guard let body else { return error }
        guard let overlong = error as? OverlongLine else { return body.failure(error) }
        return body.failure(
            APIError(
                .tooLarge, "line \(number + 1) is longer than the \(overlong.limit) bytes that are allowed",
                underlying: overlong))
    }

    private mutating func line() async throws -> Data? {
        while true {
            try Task.checkCancellation()
            if let line = try splitter.next() { return line }
            guard !isEnded else { return nil }
            if body == nil { body = try await call.open() }
            if let chunk = try await body?.next() {
                splitter.feed(chunk)
            } else {
                isEnded = true
                return try splitter.finish()
            }
        }
    }
}
