#if canImport(Glibc)
import Glibc

extension stat {
    /// When the content changed last: seconds and nanoseconds.
    var changed: (Int64, Int64) { (Int64(st_mtim.tv_sec), Int64(st_mtim.tv_nsec)) }
}
#endif
