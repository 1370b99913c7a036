/// One operation at a time, shared by all who ask for it meanwhile.
///
/// Each of them can be cancelled by itself. The operation is cancelled when the last of them has left, and it runs in a
/// task of its own, so that the first to ask takes nobody down with it.
package final class SingleFlight<Value: Sendable>: Sendable {
    fileprivate struct Flight: Sendable {
        let number: Int
        var waiters: [Int: CheckedContinuation<Value, any Error>] = [:]
        var task: Task<Void, Never>?
    }

    fileprivate struct State: Sendable {
        var flight: Flight?
        var flights = 0
        var waiters = 0
    }

    private let state = Lock(State())

    package init() {}

    /// Waits for the operation that runs, or else starts this one.
    ///
    /// - Throws: what the operation throws, or `CancellationError` when the calling task is cancelled.
    package func run(_ operation: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let id = state.withLock { state in
            state.waiters += 1
            return state.waiters
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let number = state.withLock { $0.join(id, continuation) }
                if let number { start(number, operation) }
                if Task.isCancelled { leave(id) }
            }
        } onCancel: {
            leave(id)
        }
    }

    private func start(_ number: Int, _ operation: @escaping @Sendable () async throws -> Value) {
        let task = Task {
            let result: Result<Value, any Error>
            do { result = .success(try await operation()) } catch { result = .failure(error) }
            land(number, result)
        }
        let isOver = state.withLock { state in
            guard state.flight?.number == number else { return true }
            state.flight?.task = task
            return false
        }
        if isOver { task.cancel() }
    }

    private func land(_ number: Int, _ result: Result<Value, any Error>) {
        let waiters = state.withLock { state -> [CheckedContinuation<Value, any Error>] in
            guard let flight = state.flight, flight.number == number else { return [] }
            state.flight = nil
            return Array(flight.waiters.values)
        }
        for waiter in waiters { waiter.resume(with: result) }
    }

    private func leave(_ id: Int) {
        let (waiter, task) = state.withLock { state in
            let waiter = state.flight?.waiters.removeValue(forKey: id)
            guard waiter != nil, state.flight?.waiters.isEmpty == true else {
                return (waiter, Task<Void, Never>?.none)
            }
            defer { state.flight = nil }
            return (waiter, state.flight?.task)
        }
        task?.cancel()
        waiter?.resume(throwing: CancellationError())
    }
}

extension SingleFlight.State {
    /// Adds a waiter; the number of a flight that has to be started, `nil` when one runs.
    fileprivate mutating func join(_ id: Int, _ waiter: CheckedContinuation<Value, any Error>) -> Int? {
        let isNew = flight == nil
        if isNew {
            flights += 1
            flight = SingleFlight.Flight(number: flights)
        }
        flight?.waiters[id] = waiter
        return isNew ? flights : nil
    }
}
