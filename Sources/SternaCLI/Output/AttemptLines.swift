import Sterna

/// Tells of the attempts of a call as they happen, on standard error. Of one that goes well at once nothing is told.
final class AttemptLines: Sendable {
    private struct State: Sendable {
        var count = 0
        /// When the attempt before had its answer, or failed.
        var end: Date?
    }

    private let state = Lock(State())

    /// Takes notice of an attempt that has its answer, or has failed.
    func tell(_ exchange: Exchange) {
        let (number, wait) = state.withLock { state in
            state.count += 1
            let wait = state.end.map { exchange.startedAt.timeIntervalSince($0) }
            state.end = exchange.startedAt + exchange.duration / .seconds(1)
            return (state.count, wait)
        }
        let status = exchange.response?.status
        if number == 1, status?.isSuccess == true || exchange.error is CancellationError { return }
        let result = status?.label ?? (exchange.error as? APIError)?.kind.name ?? "cancelled"
        let pause = wait.map { Int($0 * 1000) }.flatMap { $0 > 0 ? ", after a wait of \($0) ms" : nil } ?? ""
        try? DescriptorWriter.error.writeUncancelled("attempt \(number)\(pause): \(result)\n")
    }
}
