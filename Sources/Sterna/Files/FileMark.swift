#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Which file lies at a path, and how long it is.
package struct FileMark: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64
    private let size: Int64

    /// `nil` where nothing lies.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
        size = Int64(status.st_size)
    }

    /// Whether the other is the same file with another length.
    package func isResized(in other: FileMark) -> Bool {
        device == other.device && number == other.number && size != other.size
    }
}
