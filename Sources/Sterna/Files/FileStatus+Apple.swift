#if canImport(Darwin)
import Darwin

extension stat {
    /// When the content changed last: seconds and nanoseconds.
    var changed: (Int64, Int64) { (Int64(st_mtimespec.tv_sec), Int64(st_mtimespec.tv_nsec)) }
}
#endif
