#if canImport(Darwin)
import os

/// A value behind a lock that is held only for the length of a closure.
package final class Lock<State: Sendable>: Sendable {
    private let storage: OSAllocatedUnfairLock<State>

    package init(_ state: State) {
        storage = OSAllocatedUnfairLock(initialState: state)
    }

    /// Runs `body` with exclusive access to the value. Never resume a continuation or call user code inside.
    @inline(__always)
    package func withLock<R: Sendable>(_ body: (inout State) throws -> R) rethrows -> R {
        try storage.withLockUnchecked(body)
    }
}
#elseif THREAD_SANITIZER
import Glibc

/// A value behind a lock that is held only for the length of a closure.
///
/// The thread sanitizer knows the locks of pthread and not those of `Synchronization`, in whose library it sees no
/// instruction: with them it reports a race at every use. `Scripts/sanitize` asks for this variant.
package final class Lock<State: Sendable>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var state: State

    package init(_ state: State) {
        self.state = state
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `body` with exclusive access to the value. Never resume a continuation or call user code inside.
    package func withLock<R: Sendable>(_ body: (inout State) throws -> R) rethrows -> R {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&state)
    }
}
#else
import Synchronization

/// A value behind a lock that is held only for the length of a closure.
package final class Lock<State: Sendable>: Sendable {
    private let storage: Mutex<State>

    package init(_ state: State) {
        storage = Mutex(state)
    }

    /// Runs `body` with exclusive access to the value. Never resume a continuation or call user code inside.
    @inline(__always)
    package func withLock<R: Sendable>(_ body: (inout State) throws -> R) rethrows -> R {
        try storage.withLock { try body(&$0) }
    }
}
#endif
