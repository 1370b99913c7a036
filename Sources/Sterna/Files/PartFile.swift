#if canImport(Darwin)
import Darwin
private let (sysRead, sysWrite) = (Darwin.read, Darwin.write)
#else
import Glibc
private let (sysRead, sysWrite) = (Glibc.read, Glibc.write)
#endif

/// A file that grows under a name of its own, with a note beside it that says what it is a part of, and gets its real
/// name when it is complete.
///
/// Whoever has it open has it locked: a second download of the same file fails instead of mixing its bytes in. The
/// note is written before the first byte, so that bytes without a true note are never there.
package final class PartFile {
    /// Where the part lies.
    package let path: String
    /// How many bytes it has.
    package private(set) var length: Int64
    /// What the note says; `nil` when there is none, or it cannot be trusted.
    package let note: Data?
    private let descriptor: Int32

    /// The largest note that is read.
    private static let noteLimit = 64 << 10

    /// Opens the part, or makes an empty one.
    ///
    /// - Throws: ``FileFailure`` when it cannot be written, is no file, or is being written by another.
    package init(_ path: String) throws(FileFailure) {
        let (descriptor, status) = try Self.open(path)
        self.path = path
        self.descriptor = descriptor
        length = Int64(status.st_size)
        // What others wrote is nothing to go on with.
        note = status.st_uid == geteuid() ? Self.read(Self.notePath(path)) : nil
    }

    deinit {
        close(descriptor)
    }

    /// Where the note of a part lies.
    package static func notePath(_ path: String) -> String { path + ".json" }

    /// The note and the length of a part that is not open; `nil` when there is no such part.
    package static func look(at path: String) -> (note: Data, length: Int64)? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let note = read(notePath(path)) else {
            return nil
        }
        return (note, Int64(status.st_size))
    }
}

// MARK: - Writing

extension PartFile {
    /// Adds bytes at the end.
    package func append(_ data: Data) throws(FileFailure) {
        let (count, code) = data.withUnsafeBytes { Self.write($0, to: descriptor) }
        length += Int64(count)
        guard code == 0 else { throw FileFailure(path, "cannot be written", code) }
    }

    /// Empties the part, and writes another note; `nil` removes the note.
    package func restart(note: Data?) throws(FileFailure) {
        if length > 0 {
            guard ftruncate(descriptor, 0) == 0, fsync(descriptor) == 0 else {
                throw FileFailure(path, "cannot be written", errno)
            }
            length = 0
        }
        guard let note else {
            unlink(Self.notePath(path))
            return
        }
        try Self.write(note, toNew: Self.notePath(path))
    }

    /// Gives the bytes that are there to `body`, in pieces, from the first to the last.
    ///
    /// - Throws: ``FileFailure``, and what `body` throws.
    package func read(_ body: (Data) throws -> Void) throws {
        var space = [UInt8](repeating: 0, count: 256 << 10)
        var place: Int64 = 0
        while place < length {
            let wanted = Int(min(Int64(space.count), length - place))
            let count = pread(descriptor, &space, wanted, off_t(place))
            guard count > 0 else { throw FileFailure(path, "cannot be read", count < 0 ? errno : EIO) }
            try body(Data(space[..<count]))
            place += Int64(count)
        }
    }
}

// MARK: - The end

extension PartFile {
    /// Makes sure of the bytes and gives the file its name, in one step; the note goes.
    ///
    /// - Parameter replaces: whether a file of that name is replaced; it leaves its mode to this one.
    /// - Throws: ``FileFailure``, with the code `EEXIST` where the name is taken; the part stays then.
    package func finish(as target: String, replaces: Bool) throws(FileFailure) {
        var status = stat()
        if replaces, lstat(target, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
            fchmod(descriptor, status.st_mode & 0o7777)
        }
        guard fsync(descriptor) == 0 else { throw FileFailure(path, "cannot be written", errno) }
        let code = replaces ? (rename(path, target) == 0 ? 0 : errno) : FileMove.rename(path, toNew: target)
        guard code == 0 else {
            throw FileFailure(target, code == EEXIST ? "is there already" : "cannot be written", code)
        }
        unlink(Self.notePath(path))
        Self.makeSure(ofFolder: Self.folder(of: target))
    }

    /// Removes the part and its note.
    package func discard() {
        unlink(Self.notePath(path))
        unlink(path)
    }

    private static func makeSure(ofFolder folder: String) {
        let descriptor = Self.openFile(folder, O_RDONLY | O_DIRECTORY)
        guard descriptor >= 0 else { return }
        // Some file systems cannot, and have no need to.
        fsync(descriptor)
        close(descriptor)
    }
}

// MARK: - Names

extension PartFile {
    /// Where a symbolic link leads; any other path stays as it is.
    package static func resolved(_ path: String) -> String {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK, let real = realpath(path, nil) else {
            return path
        }
        defer { free(real) }
        return String(cString: real)
    }

    /// Why a file of this name cannot be made, before anything is tried; `nil` when nothing speaks against it.
    package static func obstacle(at path: String, replaces: Bool) -> FileFailure? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        if status.st_mode & S_IFMT == S_IFDIR { return FileFailure(path, "is a folder", EISDIR) }
        guard replaces else { return FileFailure(path, "is there already", EEXIST) }
        return status.st_mode & S_IFMT == S_IFREG ? nil : FileFailure(path, "is there and is no file")
    }

    /// The folder that a path lies in, with its slash; `./` when it names none.
    package static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
    }

    /// The name of the part of a file, in the same folder. A name that would become too long for the system is cut, and
    /// told apart by a number made from all of it.
    package static func path(for target: String, distinguishedBy mark: String? = nil) -> String {
        let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? ""
        let name = target.dropFirst(folder.count)
        let whole = mark.map { "\(name)-\(fingerprint($0))" } ?? String(name)
        let ending = ".part"
        // The note adds five more bytes to it.
        let most = 255 - ending.utf8.count - notePath("").utf8.count
        guard whole.utf8.count > most else { return folder + whole + ending }
        let tail = "-" + fingerprint(String(name) + (mark ?? ""))
        var cut = Substring(name)
        while cut.utf8.count + tail.utf8.count > most { cut.removeLast() }
        return folder + cut + tail + ending
    }

    /// A short number of a text (FNV-1a): the same at every start, unlike a hash of Swift.
    private static func fingerprint(_ text: String) -> String {
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(hash, radix: 36)
    }
}

// MARK: - Calls of the system

extension PartFile {
    /// A descriptor of the file at `path`, locked, and what the system says of it.
    private static func open(_ path: String) throws(FileFailure) -> (Int32, stat) {
        while true {
            let descriptor = openFile(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK)
            guard descriptor >= 0 else { throw FileFailure(path, "cannot be written", errno) }
            do throws(FileFailure) {
                if let status = try claimed(descriptor, path) { return (descriptor, status) }
            } catch {
                close(descriptor)
                throw error
            }
            close(descriptor)
        }
    }

    /// Locks the file; `nil` when it is no longer the one at `path`: its writer gave it its name meanwhile.
    private static func claimed(_ descriptor: Int32, _ path: String) throws(FileFailure) -> stat? {
        var (own, present) = (stat(), stat())
        guard fstat(descriptor, &own) == 0, own.st_mode & S_IFMT == S_IFREG else {
            throw FileFailure(path, "is there and is no file")
        }
        // A file system without locks has to do without.
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            throw FileFailure(path, "is being written by another download")
        }
        guard fstat(descriptor, &own) == 0, lstat(path, &present) == 0, own.st_ino == present.st_ino,
            own.st_dev == present.st_dev
        else { return nil }
        guard own.st_nlink == 1 else {
            // Another name of it may be a file that somebody needs.
            guard unlink(path) == 0 else { throw FileFailure(path, "cannot be replaced", errno) }
            return nil
        }
        return own
    }

    private static func openFile(_ path: String, _ flags: Int32, _ mode: mode_t = 0o666) -> Int32 {
        while true {
            let descriptor = systemOpen(path, flags | O_CLOEXEC, mode)
            if descriptor >= 0 || errno != EINTR { return descriptor }
        }
    }

    private static func read(_ path: String) -> Data? {
        let descriptor = openFile(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else {
            return nil
        }
        var space = [UInt8](repeating: 0, count: noteLimit + 1)
        var count = 0
        while count < space.count {
            let more = space.withUnsafeMutableBytes { sysRead(descriptor, $0.baseAddress! + count, $0.count - count) }
            guard more >= 0 else { return nil }
            guard more > 0 else { return Data(space[..<count]) }
            count += more
        }
        return nil
    }

    /// Writes the note in place: the part is empty meanwhile, so that half a note does no harm. Addresses may hold
    /// secrets, so nobody else may read it.
    private static func write(_ note: Data, toNew path: String) throws(FileFailure) {
        unlink(path)
        let descriptor = openFile(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw FileFailure(path, "cannot be written", errno) }
        defer { close(descriptor) }
        let (_, code) = note.withUnsafeBytes { write($0, to: descriptor) }
        guard code == 0, fsync(descriptor) == 0 else {
            throw FileFailure(path, "cannot be written", code == 0 ? errno : code)
        }
    }

    /// How many bytes were written, and 0 or the system's code.
    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> (Int, Int32) {
        var written = 0
        while written < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
            let count = sysWrite(descriptor, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return (written, count < 0 ? errno : EIO) }
            written += count
        }
        return (written, 0)
    }
}

private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    open(path, flags, mode)
}
