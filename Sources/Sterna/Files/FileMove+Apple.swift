#if canImport(Darwin)
import Darwin

/// How a file that is complete gets its name.
enum FileMove {
    /// Renames the file unless the name is taken. 0, or the system's code: `EEXIST` where it is.
    static func rename(_ path: String, toNew target: String) -> Int32 {
        if renamex_np(path, target, UInt32(RENAME_EXCL)) == 0 { return 0 }
        guard errno == ENOTSUP || errno == EINVAL else { return errno }
        // A file system that cannot: between the look and the rename there is a moment.
        var status = stat()
        if lstat(target, &status) == 0 { return EEXIST }
        return Darwin.rename(path, target) == 0 ? 0 : errno
    }
}
#endif
