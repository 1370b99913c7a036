/// A form chunk by chunk: opens each content when it is its turn, one at a time.
struct MultipartChunks: AsyncSequence, Sendable {
    typealias Element = Data

    let layout: MultipartLayout

    struct Iterator: AsyncIteratorProtocol {
        private var serializer: MultipartSerializer
        private var contents: ArraySlice<@Sendable () async throws -> HTTPBodyReader>
        private var reader: HTTPBodyReader?

        init(_ layout: MultipartLayout) {
            serializer = MultipartSerializer(layout.pieces)
            contents = layout.contents[...]
        }

        mutating func next() async throws -> Data? {
            while true {
                switch serializer.next() {
                case .send(let bytes): return bytes
                case .feed: try await feed()
                case .end: return nil
                }
            }
        }

        private mutating func feed() async throws {
            if reader == nil { reader = try await contents.popFirst()?() }
            if let chunk = try await reader?.next() { return try serializer.feed(chunk) }
            reader = nil
            try serializer.endContent()
        }
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(layout)
    }
}
