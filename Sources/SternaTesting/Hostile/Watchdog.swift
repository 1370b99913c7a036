import Sterna

/// Waits for an operation, but not for ever: what hangs is left behind and told.
struct Watchdog<Value: Sendable>: Sendable {
    /// How an operation ended; `nil` when it has not.
    typealias Outcome = Result<Value, any Error>?

    private final class Gate: Sendable {
        private struct State: Sendable {
            var outcome: Outcome?
            var waiter: CheckedContinuation<Outcome, Never>?
        }

        private let state = Lock(State())

        func open(_ outcome: Outcome) {
            let waiter = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
                guard state.outcome == nil else { return nil }
                state.outcome = .some(outcome)
                defer { state.waiter = nil }
                return state.waiter
            }
            waiter?.resume(returning: outcome)
        }

        func wait() async -> Outcome {
            await withCheckedContinuation { continuation in
                let known = state.withLock { state -> Outcome? in
                    if state.outcome == nil { state.waiter = continuation }
                    return state.outcome
                }
                if let known { continuation.resume(returning: known) }
            }
        }
    }

    private let gate = Gate()
    /// The operation, so that a trial can cancel it.
    let task: Task<Void, Never>

    init(_ operation: @escaping @Sendable () async throws -> Value) {
        task = Task.detached { [gate] in
            do {
                gate.open(.success(try await operation()))
            } catch {
                gate.open(.failure(error))
            }
        }
    }

    /// How the operation ended; `nil` when it has not ended within `limit`.
    func outcome(within limit: Duration) async -> Outcome {
        let alarm = Task.detached { [gate] in
            try await Task.sleep(for: limit)
            gate.open(nil)
        }
        defer { alarm.cancel() }
        return await gate.wait()
    }
}
