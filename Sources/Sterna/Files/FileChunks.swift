/// A file, or a part of one, chunk by chunk. Every reading opens it anew and finds the length that it had at first, or
/// fails.
package struct FileChunks: AsyncSequence, Sendable {
    package typealias Element = Data

    /// The size of a chunk in bytes: large enough that the hop from task to task costs little beside it.
    package static let chunkSize = 1 << 20

    package let length: Int64
    private let path: String
    private let range: Range<Int64>?
    private let mark: FileMark?

    /// Looks at the file, and closes it again.
    ///
    /// - Throws: ``FileFailure`` when it cannot be opened, is a folder, or is shorter than the range.
    package init(_ path: String, range: Range<Int64>? = nil) throws(FileFailure) {
        self.path = path
        self.range = range
        length = try FileReader(path, range: range).length
        mark = FileMark(path)
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

    /// The failure to report when the file has another length by now; `nil` when it has not, and when another file, or
    /// none, lies in its place.
    package var changeOfLength: FileFailure? {
        guard let mark, let now = FileMark(path), mark.isResized(in: now) else { return nil }
        return FileFailure(path, "changed its length while it was sent")
    }

    private func open() throws(FileFailure) -> FileReader {
        let reader = try FileReader(path, range: range)
        guard reader.length == length else { throw FileFailure(path, "changed its length before it was sent") }
        return reader
    }
}
