import Sterna

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A file that appears, complete, under its name only when ``commit()`` is called; until then it grows beside it.
///
/// A device, a pipe or a socket is written to directly: it cannot be replaced.
final class OutputFile: Sendable {
    let writer: DescriptorWriter
    private let path: String
    private let temporary: String?

    /// Opens the file for writing, and finds out at once whether that is possible.
    ///
    /// - Parameter isPrivate: whether only its owner may read it, whatever the mode of an older one was.
    init(_ path: String, isPrivate: Bool = false) throws(FileFailure) {
        var status = stat()
        let exists = stat(path, &status) == 0
        if exists, status.st_mode & S_IFMT == S_IFDIR { throw FileFailure("write to", path, code: EISDIR) }
        if path.hasPrefix("/dev/") || path.hasPrefix("/proc/") || exists && status.st_mode & S_IFMT != S_IFREG {
            self.path = path
            temporary = nil
            writer = DescriptorWriter(try Self.open(path, O_WRONLY, shown: path), path)
            return
        }
        self.path = Self.target(of: path)
        if exists, access(path, W_OK) != 0 { throw FileFailure("write to", path) }
        let beside = Self.sibling(of: self.path)
        writer = DescriptorWriter(
            try Self.open(beside, O_WRONLY | O_CREAT | O_EXCL, isPrivate ? 0o600 : 0o666, shown: path), path)
        if exists, !isPrivate { fchmod(writer.descriptor, status.st_mode & 0o7777) }
        temporary = beside
        Leftovers.add(beside)
    }

    /// Gives the file its name. Nothing can be written afterwards.
    func commit() throws(FileFailure) {
        guard close(writer.descriptor) == 0 else { throw FileFailure("write to", path) }
        guard let temporary else { return }
        defer { Leftovers.remove(temporary) }
        guard rename(temporary, path) == 0 else {
            let failure = FileFailure("replace", path)
            unlink(temporary)
            throw failure
        }
    }

    /// Removes what was written; an older file of that name stays.
    func discard() {
        close(writer.descriptor)
        guard let temporary else { return }
        unlink(temporary)
        Leftovers.remove(temporary)
    }

    private static func open(
        _ path: String, _ flags: Int32, _ mode: mode_t = 0o666, shown: String
    ) throws(FileFailure) -> Int32 {
        while true {
            let descriptor = SystemCalls.open(path, flags, mode: mode)
            if descriptor >= 0 { return descriptor }
            if errno != EINTR { throw FileFailure("write to", shown) }
        }
    }

    /// Where symbolic links lead; replacing a link would cut it off its file.
    private static func target(of path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func sibling(of path: String) -> String {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        return folder + ".sterna-" + String(UInt64.random(in: .min ... .max), radix: 36)
    }
}

/// Files that must not stay when the program ends before its time.
enum Leftovers {
    private static let paths = Lock<Set<String>>([])

    static func add(_ path: String) {
        paths.withLock { _ = $0.insert(path) }
    }

    static func remove(_ path: String) {
        paths.withLock { _ = $0.remove(path) }
    }

    /// Removes all of them.
    static func clear() {
        for path in paths.withLock({ $0 }) { unlink(path) }
    }
}
