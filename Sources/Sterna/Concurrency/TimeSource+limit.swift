extension TimeSource {
    /// Runs the operation, and cancels it when it is not over after `limit`.
    ///
    /// - Returns: what the operation returns; `nil` when the limit struck.
    package func limiting<Value: Sendable>(
        to limit: Duration, _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value? {
        let end = now + limit
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await operation() }
            group.addTask {
                try await sleep(until: end, tolerance: nil)
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }
}
