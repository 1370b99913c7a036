import Sterna

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Holds a server's thread until the reader has read so many elements.
final class Pace: Sendable {
    private let count = Lock(0)

    /// The reader has one more.
    func step() {
        count.withLock { $0 += 1 }
    }

    /// Waits in the server's thread; `false` when the reader has not come that far within five seconds.
    func reaches(_ wanted: Int) -> Bool {
        let end = ContinuousClock.now + .seconds(5)
        while count.withLock({ $0 }) < wanted {
            guard .now < end else { return false }
            usleep(500)
        }
        return true
    }
}
