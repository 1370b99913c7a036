/// A file, or a part of one, chunk by chunk. Every reading opens it anew and finds the length that it had at first, or
/// fails.
package struct FileChunks: AsyncSequence, Sendable {
    package typealias Element = Data

    /// The size of a chunk in bytes: large enough that the hop from task to task costs little beside it.
    package static let chunkSize = 1 << 20

    package let length: Int64
    private let path: String
    private let range: Range<Int64>?

    /// Looks at the file, and closes it again.
    ///
    /// - Throws: ``FileFailure`` when it cannot be opened, is a folder, or is shorter than the range.
    package init(_ path: String, range: Range<Int64>? = nil) throws(FileFailure) {
        self.path = path
        self.range = range
        length = try FileReader(path, range: range).length
    }

    package struct Iterator: AsyncIteratorProtocol {
        let chunks: FileChunks
        var reader: FileReader?

        package mutating func next() async throws -> Data? {
            let reader = if let reader { reader } else { try chunks.open() }
            self.reader = reader
            return try reader.chunk(upTo: FileChunks.chunkSize)
        }
    }

    package func makeAsyncIterator() -> Iterator {
        Iterator(chunks: self)
    }

    private func open() throws(FileFailure) -> FileReader {
        let reader = try FileReader(path, range: range)
        guard reader.length == length else { throw FileFailure(path, "changed its length before it was sent") }
        return reader
    }
}
