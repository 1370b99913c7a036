#if os(Linux)
import Glibc

/// How a file that is complete gets its name.
enum FileMove {
    private typealias RenameAt2 =
        @convention(c) @Sendable (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

    /// glibc has it since 2.28, behind a macro that Swift does not set.
    private static let renameAt2 = dlsym(nil, "renameat2").map { unsafeBitCast($0, to: RenameAt2.self) }
    /// RENAME_NOREPLACE: a name that is taken stays with its file.
    private static let keepsOther: UInt32 = 1

    /// Renames the file unless the name is taken. 0, or the system's code: `EEXIST` where it is.
    static func rename(_ path: String, toNew target: String) -> Int32 {
        if let renameAt2 {
            if renameAt2(AT_FDCWD, path, AT_FDCWD, target, keepsOther) == 0 { return 0 }
            guard errno == EINVAL || errno == ENOSYS else { return errno }
        }
        // A file system that cannot: between the look and the rename there is a moment.
        var status = stat()
        if lstat(target, &status) == 0 { return EEXIST }
        return Glibc.rename(path, target) == 0 ? 0 : errno
    }
}
#endif
