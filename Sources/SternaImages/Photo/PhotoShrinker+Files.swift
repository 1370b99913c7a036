import Sterna

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension PhotoShrinker {
    /// One file, whatever it is called.
    struct FileIdentity: Equatable {
        let device: UInt64
        let number: UInt64
    }

    static func identity(of path: String) -> FileIdentity? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return FileIdentity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
    }

    /// Why the file cannot be read as a photo; `nil` when nothing speaks against it. A pipe is not waited for.
    static func obstacle(at path: String) -> PhotoFailure? {
        guard !path.utf8.contains(0) else { return PhotoFailure(.file, "the path of the photo holds a NUL") }
        var status = stat()
        guard stat(path, &status) == 0, access(path, R_OK) == 0 else {
            return PhotoFailure(.file, "\(path) cannot be read: \(String(cString: strerror(errno)))")
        }
        guard status.st_mode & S_IFMT == S_IFREG else { return PhotoFailure(.file, "\(path) is not a file") }
        guard status.st_size > 0 else { return PhotoFailure(.unreadable, "\(path) is empty") }
        return nil
    }
}
