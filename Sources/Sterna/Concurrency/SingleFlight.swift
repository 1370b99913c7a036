/// One operation at a time for each key, shared by all who ask for it meanwhile.
///
/// Each of them can be cancelled by itself. The operation runs in a task of its own and to its end, whoever has left:
/// what it asks for may be gone by being asked for, such as a token that is good for one renewal. One that may hang
/// needs a limit of its own, as those who come later wait for it too.
package final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct State: Sendable {
        /// Who waits, by key and number; a key that is there has an operation that runs.
        var waiters: [Key: [Int: CheckedContinuation<Value, any Error>]] = [:]
        var numbers = 0
    }

    private let state = Lock(State())

    package init() {}

    /// Waits for the operation that runs for the key, or else starts this one.
    ///
    /// - Throws: what the operation throws, or `CancellationError` when the calling task is cancelled.
    package func run(_ key: Key, _ operation: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try Task.checkCancellation()
        let number = state.withLock { state in
            state.numbers += 1
            return state.numbers
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                let isNew = state.withLock { state in
                    let isNew = state.waiters[key] == nil
                    state.waiters[key, default: [:]][number] = waiter
                    return isNew
                }
                if isNew { start(key, operation) }
                if Task.isCancelled { leave(key, number) }
            }
        } onCancel: {
            leave(key, number)
        }
    }

    private func start(_ key: Key, _ operation: @escaping @Sendable () async throws -> Value) {
        Task {
            let result: Result<Value, any Error>
            do { result = .success(try await operation()) } catch { result = .failure(error) }
            let waiters = state.withLock { $0.waiters.removeValue(forKey: key) ?? [:] }
            for waiter in waiters.values { waiter.resume(with: result) }
        }
    }

    private func leave(_ key: Key, _ number: Int) {
        let waiter = state.withLock { $0.waiters[key]?.removeValue(forKey: number) }
        waiter?.resume(throwing: CancellationError())
    }
}
