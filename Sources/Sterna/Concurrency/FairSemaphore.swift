/// Lets so many through at a time; the others wait in the order in which they came, and can be cancelled.
package final class FairSemaphore: Sendable {
    private struct State: Sendable {
        var free: Int
        var waiting: [(id: Int, continuation: CheckedContinuation<Void, any Error>)] = []
        var ids = 0
    }

    private let state: Lock<State>

    /// A semaphore with `count` places, at least one.
    package init(_ count: Int) {
        state = Lock(State(free: max(1, count)))
    }

    /// Waits for a place.
    ///
    /// - Throws: `CancellationError` when the task is cancelled meanwhile; then no place is taken.
    package func wait() async throws {
        if take() { return }
        let id = state.withLock { state in
            state.ids += 1
            return state.ids
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isFree = state.withLock { state in
                    if state.free > 0, state.waiting.isEmpty {
                        state.free -= 1
                        return true
                    }
                    state.waiting.append((id, continuation))
                    return false
                }
                if isFree { return continuation.resume() }
                if Task.isCancelled { leave(id) }
            }
        } onCancel: {
            leave(id)
        }
    }

    /// Takes a place that is free; `false` when there is none.
    package func take() -> Bool {
        state.withLock { state in
            guard state.free > 0, state.waiting.isEmpty else { return false }
            state.free -= 1
            return true
        }
    }

    /// Gives a place back.
    package func signal() {
        let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard !state.waiting.isEmpty else {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst().continuation
        }
        next?.resume()
    }

    private func leave(_ id: Int) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard let place = state.waiting.firstIndex(where: { $0.id == id }) else { return nil }
            return state.waiting.remove(at: place).continuation
        }
        waiter?.resume(throwing: CancellationError())
    }
}
