/// The digest of a file, taken while it grows, and what it has to be.
final class FileCheck {
    private let expected: Digest
    private var running: RunningDigest
    private var bytes: Int64 = 0

    /// - Throws: ``APIError`` when there is no library that takes digests.
    init(_ expected: Digest) throws(APIError) {
        self.expected = expected
        do throws(MissingLibrary) { running = try RunningDigest() } catch {
            throw APIError(.invalidRequest, "the SHA-256 cannot be checked: \(error)", underlying: error)
        }
    }

    /// Adds bytes.
    func update(_ data: Data) {
        running.update(data)
        bytes += Int64(data.count)
    }

    /// Adds the bytes that the part had before, where they are not in already.
    ///
    /// - Throws: `FileFailure`; `CancellationError`, as a large part takes its time.
    func catchUp(with part: PartFile) throws {
        guard bytes == 0 else { return }
        try part.read { data in
            try Task.checkCancellation()
            update(data)
        }
    }

    /// What is wrong with the file, once it is complete.
    var mismatch: DigestMismatch? {
        let actual = running.finish()
        return actual == expected ? nil : DigestMismatch(expected: expected, actual: actual)
    }
}
