import Sterna

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Holds a server's thread until a case lets it pass, at most ten seconds.
final class Turnstile: Sendable {
    private let isOpen = Lock(false)

    func open() {
        isOpen.withLock { $0 = true }
    }

    func pass() {
        let deadline = ContinuousClock.now + .seconds(10)
        while !isOpen.withLock({ $0 }), .now < deadline { usleep(1000) }
    }
}
