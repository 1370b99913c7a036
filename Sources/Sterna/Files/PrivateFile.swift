#if canImport(Darwin)
import Darwin
private let (sysRead, sysWrite) = (Darwin.read, Darwin.write)
#else
import Glibc
private let (sysRead, sysWrite) = (Glibc.read, Glibc.write)
#endif

/// Small files that only their owner may read (mode 0600), replaced as a whole.
package enum PrivateFile {
    /// The file's bytes; `nil` when it is not there.
    ///
    /// - Throws: ``FileFailure`` when it cannot be read, or others may read it; of a pipe it does not wait for.
    package static func read(_ path: String) throws(FileFailure) -> Data? {
        let descriptor = uninterrupted { open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw FileFailure(path, "cannot be opened", errno)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw FileFailure(path, "is not a file")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw FileFailure(path, "may be read by others: change its mode to 600, and the secret in it")
        }
        var data = Data()
        var space = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = uninterrupted { sysRead(descriptor, &space, space.count) }
            guard count >= 0 else { throw FileFailure(path, "cannot be read", errno) }
            guard count > 0 else { return data }
            data.append(contentsOf: space[..<count])
        }
    }

    /// Writes a file beside the old one, makes sure of it, and puts it in its place.
    ///
    /// - Parameter name: that of the file beside it, where nobody else writes one; `nil` makes one up.
    package static func replace(_ path: String, with data: Data, through name: String? = nil) throws(FileFailure) {
        let draft = name ?? "\(path).\(getpid()).\(UInt32.random(in: 0 ... .max))"
        let descriptor = uninterrupted { open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else { throw FileFailure(path, "cannot be written", errno) }
        let code = write(data, to: descriptor)
        close(descriptor)
        guard code == 0, rename(draft, path) == 0 else {
            let code = code == 0 ? errno : code
            unlink(draft)
            throw FileFailure(path, "cannot be written", code)
        }
        keepEntry(of: path)
    }

    /// Makes sure that the folder has the new file's entry, so that a crash of the machine does not bring the old one
    /// back. Some file systems cannot say so of a folder; the file itself is whole either way.
    private static func keepEntry(of path: String) {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "."
        let descriptor = uninterrupted { open(String(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else { return }
        _ = uninterrupted { fsync(descriptor) }
        close(descriptor)
    }

    /// Calls again when a signal came between.
    private static func uninterrupted<Number: SignedInteger>(_ call: () -> Number) -> Number {
        while true {
            let number = call()
            if number >= 0 || errno != EINTR { return number }
        }
    }

    /// Removes the file; one that is not there is no failure.
    package static func remove(_ path: String) throws(FileFailure) {
        guard unlink(path) != 0, errno != ENOENT else { return }
        throw FileFailure(path, "cannot be removed", errno)
    }

    /// 0, or the system's code.
    private static func write(_ data: Data, to descriptor: Int32) -> Int32 {
        var rest = data[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                uninterrupted { sysWrite(descriptor, bytes.baseAddress, bytes.count) }
            }
            guard count > 0 else { return count < 0 ? errno : EIO }
            rest = rest.dropFirst(count)
        }
        return uninterrupted { fsync(descriptor) } == 0 ? 0 : errno
    }
}
