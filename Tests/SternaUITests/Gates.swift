import Sterna

/// Answers that a test gives when it likes.
final class Gates: Sendable {
    private struct State: Sendable {
        var waiters: [Int: CheckedContinuation<Int, any Error>] = [:]
        var early: [Int: Result<Int, any Error>] = [:]
        var calls = 0
    }

    private let state = Lock(State())
    /// Whether a caller that is cancelled still gets its answer, as from code that takes no notice of it.
    private let ignoresCancellation: Bool

    init(ignoresCancellation: Bool = false) {
        self.ignoresCancellation = ignoresCancellation
    }

    func value(_ number: Int) async throws -> Int {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                let early = state.withLock { state in
                    state.calls += 1
                    if let early = state.early.removeValue(forKey: number) { return Optional(early) }
                    state.waiters[number] = waiter
                    return nil
                }
                if let early { waiter.resume(with: early) }
            }
        } onCancel: {
            if !ignoresCancellation { open(number, .failure(CancellationError())) }
        }
    }

    func open(_ number: Int, _ result: Result<Int, any Error>) {
        let waiter = state.withLock { state in
            let waiter = state.waiters.removeValue(forKey: number)
            if waiter == nil, state.early[number] == nil { state.early[number] = result }
            return waiter
        }
        waiter?.resume(with: result)
    }

    func waitForCalls(_ count: Int) async {
        while state.withLock({ $0.calls }) < count { await Task.yield() }
    }
}
