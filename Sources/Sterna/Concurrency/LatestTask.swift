/// Runs work of which only the newest counts, such as the searches while somebody types.
///
/// ```swift
/// guard let result = await latest.run({ try await api.send(.search(text)) }) else { return }  // a newer one began
/// ```
public final class LatestTask<Value: Sendable>: Sendable {
    private struct State: Sendable {
        var number = 0
        var task: Task<Value, any Error>?
    }

    private let state = Lock(State())

    /// Nothing runs yet.
    public init() {}

    /// Whether work is under way.
    public var isRunning: Bool { state.withLock { $0.task != nil } }

    /// Runs work, and cancels what is under way. A caller that is cancelled cancels its work.
    ///
    /// - Returns: what came of it, its errors and its cancellation included; `nil` when newer work began meanwhile or
    ///   ``cancel()`` was called, whatever came of it then.
    public nonisolated(nonsending) func run(
        _ work: @escaping @Sendable () async throws -> Value
    ) async -> Result<Value, any Error>? {
        let task = Task { @concurrent in try await work() }
        let (number, older) = state.withLock { state in
            state.number += 1
            defer { state.task = task }
            return (state.number, state.task)
        }
        older?.cancel()
        let result = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            task.cancel()
        }
        let isNewest = state.withLock { state in
            guard state.number == number else { return false }
            state.task = nil
            return true
        }
        return isNewest ? result : nil
    }

    /// Cancels what is under way; nobody gets what comes of it.
    ///
    /// - Returns: whether anything was.
    @discardableResult
    public func cancel() -> Bool {
        let task = state.withLock { state -> Task<Value, any Error>? in
            guard let task = state.task else { return nil }
            state.number += 1
            state.task = nil
            return task
        }
        task?.cancel()
        return task != nil
    }
}
