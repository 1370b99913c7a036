#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension PrivateFile {
    /// What tells one state of a file from another.
    package struct Stamp: Hashable, Sendable {
        private let device, file, size, seconds, nanoseconds: Int64

        fileprivate init(_ status: stat) {
            device = Int64(status.st_dev)
            file = Int64(bitPattern: UInt64(status.st_ino))
            size = Int64(status.st_size)
            (seconds, nanoseconds) = status.changed
        }
    }

    /// The state of a file; `nil` when it is not there.
    package static func stamp(of path: String) -> Stamp? {
        var status = stat()
        return lstat(path, &status) == 0 ? Stamp(status) : nil
    }

    /// Reads the file, changes it and puts the new one in its place, while every other process that does so waits.
    /// Of an empty file is said that it is not there.
    ///
    /// - Parameter change: makes the new bytes of the old ones; `nil` leaves the file as it is.
    package static func update(
        _ path: String, _ change: (Data?) throws(FileFailure) -> Data?
    ) throws(FileFailure) {
        let descriptor = try hold(path)
        defer { close(descriptor) }
        let old = try read(path)
        guard let new = try change(old?.isEmpty == true ? nil : old) else { return }
        // Of one who was killed while he wrote.
        let draft = path + ".new"
        unlink(draft)
        try replace(path, with: new, through: draft)
    }

    /// Locks the file that has the name now: whoever waited for a lock may have got that of a file which has been
    /// replaced meanwhile. The lock goes with the descriptor.
    private static func hold(_ path: String) throws(FileFailure) -> Int32 {
        for _ in 0..<1000 {
            let descriptor = open(path, O_RDONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
            guard descriptor >= 0 else { throw FileFailure(path, "cannot be opened", errno) }
            var status = stat()
            let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0
            if isLocked, fstat(descriptor, &status) == 0, stamp(of: path)?.isSameFile(as: Stamp(status)) == true {
                return descriptor
            }
            close(descriptor)
            // For nobody longer than it takes to write a small file.
            usleep(5000)
        }
        throw FileFailure(path, "is held by another process: end that, then try again")
    }
}

extension PrivateFile.Stamp {
    fileprivate func isSameFile(as other: Self) -> Bool { device == other.device && file == other.file }
}
