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
