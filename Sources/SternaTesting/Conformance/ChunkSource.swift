import Sterna

/// A body of chunks that counts how many were made, and notices when nobody wants more.
final class ChunkSource: Sendable {
    private struct State: Sendable {
        var made = 0
        var isCancelled = false
    }

    private let state = Lock(State())

    /// How many chunks were asked for so far.
    var made: Int { state.withLock { $0.made } }

    /// Whether the task that makes the chunks was cancelled.
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// The body: the chunk at each index, `nil` at its end.
    func body(
        length: Int64? = nil, isReplayable: Bool = false, _ chunk: @escaping @Sendable (Int) async throws -> Data?
    ) -> HTTPBody {
        .chunks(length: length, isReplayable: isReplayable) {
            AsyncThrowingStream {
                let index = self.state.withLock { state in
                    defer { state.made += 1 }
                    return state.made
                }
                return try await withTaskCancellationHandler {
                    try await chunk(index)
                } onCancel: {
                    self.state.withLock { $0.isCancelled = true }
                }
            }
        }
    }

    /// Waits until something is true; `false` when it is not within `limit`.
    static func waits(within limit: Duration = .seconds(5), until isTrue: () -> Bool) async -> Bool {
        let deadline = ContinuousClock.now + limit
        while !isTrue() {
            guard ContinuousClock.now < deadline else { return false }
            try? await Task.sleep(for: .milliseconds(2))
        }
        return true
    }
}
