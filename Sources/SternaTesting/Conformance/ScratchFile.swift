import Sterna

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A file for the length of a case.
final class ScratchFile: Sendable {
    let path: String

    init(_ data: Data) throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("sterna-\(UUID().uuidString)").path
        try data.write(to: URL(fileURLWithPath: path))
    }

    /// Makes the file shorter or longer, in its place.
    func resize(to length: Int) throws {
        guard truncate(path, off_t(length)) == 0 else { throw LoopbackFailure("resize \(path)") }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
