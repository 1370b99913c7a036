import Sterna

/// Waits that take no notice of a cancellation, as of a library that knows none; they end when it is released.
final class Stuck: Sendable {
    private let waiting = Lock<[CheckedContinuation<Void, Never>]>([])

    var count: Int { waiting.withLock { $0.count } }

    func wait() async {
        await withCheckedContinuation { waiter in waiting.withLock { $0.append(waiter) } }
    }

    /// Ends all waits so far.
    func release() {
        let all = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for waiter in all { waiter.resume() }
    }

    deinit { release() }
}
