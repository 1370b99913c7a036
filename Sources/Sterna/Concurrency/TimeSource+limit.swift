extension TimeSource {
    /// Runs the operation, and waits for it no longer than `limit`.
    ///
    /// When the limit strikes, or the calling task is cancelled, the operation is cancelled and no longer waited for:
    /// one that takes no notice of that runs on by itself, and holds nobody up.
    ///
    /// - Parameters:
    ///   - limit: how long to wait; `nil` waits until the operation ends or the calling task is cancelled.
    ///   - late: takes what the operation returns when nobody waits for it any more, to give back what it took.
    /// - Returns: what the operation returns; `nil` when the limit struck.
    /// - Throws: what the operation throws, or `CancellationError` when the calling task is cancelled.
    package func limiting<Value: Sendable>(
        to limit: Duration?, late: @escaping @Sendable (Value) -> Void = { _ in },
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value? {
        let (race, end) = (Race<Value>(), limit.map { now + $0 })
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                guard race.begin(waiter) else { return }
                race.add(
                    Task {
                        let result: Result<Value?, any Error>
                        do { result = .success(try await operation()) } catch { result = .failure(error) }
                        if !race.end(result), case .success(let value?) = result { late(value) }
                    })
                guard let end else { return }
                race.add(
                    Task {
                        do { try await sleep(until: end, tolerance: nil) } catch { return }
                        race.end(.success(nil))
                    })
            }
        } onCancel: {
            race.end(.failure(CancellationError()))
        }
    }
}

/// An operation, its limit and a cancellation, of which the first to come decides.
private final class Race<Value: Sendable>: Sendable {
    private struct State: Sendable {
        var waiter: CheckedContinuation<Value?, any Error>?
        /// What decided before anybody waited: a cancellation alone can.
        var early: Result<Value?, any Error>?
        var isOver = false
        var tasks: [Task<Void, Never>] = []
    }

    private let state = Lock(State())

    /// Lets the waiter wait; `false` when all is decided.
    func begin(_ waiter: CheckedContinuation<Value?, any Error>) -> Bool {
        let early = state.withLock { state -> Result<Value?, any Error>? in
            if state.early == nil { state.waiter = waiter }
            return state.early
        }
        guard let early else { return true }
        waiter.resume(with: early)
        return false
    }

    /// Takes a task that ends with the race.
    func add(_ task: Task<Void, Never>) {
        let isOver = state.withLock { state in
            if !state.isOver { state.tasks.append(task) }
            return state.isOver
        }
        if isOver { task.cancel() }
    }

    /// Decides the race; `false` when it was decided before.
    @discardableResult
    func end(_ result: Result<Value?, any Error>) -> Bool {
        let ended = state.withLock {
            state -> (waiter: CheckedContinuation<Value?, any Error>?, tasks: [Task<Void, Never>])? in
            guard !state.isOver else { return nil }
            state.isOver = true
            if state.waiter == nil { state.early = result }
            defer { (state.waiter, state.tasks) = (nil, []) }
            return (state.waiter, state.tasks)
        }
        guard let ended else { return false }
        for task in ended.tasks { task.cancel() }
        ended.waiter?.resume(with: result)
        return true
    }
}
