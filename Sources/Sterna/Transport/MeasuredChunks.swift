/// The chunks of a request's body, never empty, held against the length that was promised: the last of them is given
/// only when it is known to be the last, so that a body of another length never looks complete to the server.
actor MeasuredChunks {
    private let length: Int64?
    private let open: @Sendable () async throws -> HTTPBodyReader
    private var reader: HTTPBodyReader?
    private var count: Int64 = 0
    private var isAtEnd = false

    init(length: Int64?, _ open: @escaping @Sendable () async throws -> HTTPBodyReader) {
        self.length = length
        self.open = open
    }

    /// The next chunk; `nil` at the end.
    ///
    /// - Throws: `bodyEncoding` when the body has another length, and what the body itself throws.
    func next() async throws -> Data? {
        guard !isAtEnd else { return nil }
        let chunk = try await pull()
        count += Int64(chunk?.count ?? 0)
        guard let length else { return chunk }
        if chunk == nil, count < length { throw mismatch("\(count)") }
        guard count >= length else { return chunk }
        if chunk != nil, count == length { isAtEnd = try await pull() == nil }
        guard count == length, isAtEnd || chunk == nil else { throw mismatch("more") }
        return chunk
    }

    private func pull() async throws -> Data? {
        let reader = if let reader { reader } else { try await open() }
        self.reader = reader
        while let chunk = try await reader.next() {
            if !chunk.isEmpty { return chunk }
        }
        return nil
    }

    private func mismatch(_ seen: String) -> APIError {
        APIError(.bodyEncoding, "the body was said to have \(length ?? 0) bytes and has \(seen)")
    }
}
