import Sterna

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Reads files that the command line names.
enum InputFile {
    /// The most that is read of a file whose contents become a part of a request.
    static let limit = Int.defaultBodyLimit

    /// All bytes of a file; a pipe such as `<(…)` will do. `-` is standard input. A wait for its writer ends when the
    /// task is cancelled.
    static func contents(_ path: String) async throws -> Data {
        let descriptor = try open(path)
        defer { if descriptor != 0 { close(descriptor) } }
        var contents = Data()
        let reader = DescriptorReader(descriptor, path)
        while contents.count <= limit {
            guard let chunk = try await reader.next() else { return contents }
            contents.append(chunk)
        }
        throw FileFailure("read", path, code: EFBIG)
    }

    /// The size of a regular file; `nil` for a pipe or a device, which has none.
    ///
    /// - Throws: when there is no such file, or it is a folder.
    static func size(_ path: String) throws(FileFailure) -> Int64? {
        var status = stat()
        guard stat(path, &status) == 0 else { throw FileFailure("read", path) }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw FileFailure("read", path, code: EISDIR) }
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        guard access(path, R_OK) == 0 else { throw FileFailure("read", path) }
        return Int64(status.st_size)
    }

    /// A descriptor to read from. Opening a pipe does not wait for its writer; reading does.
    static func open(_ path: String) throws(FileFailure) -> Int32 {
        guard path != "-" else { return 0 }
        let descriptor = SystemCalls.open(path, O_RDONLY | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileFailure("read", path) }
        return descriptor
    }
}
