/// Sends nothing while there is no network. What it refuses has not been tried, so it is not tried again.
package struct OfflineStep: Middleware {
    private let policy: OfflinePolicy
    private let clock: any TimeSource

    package init(_ policy: OfflinePolicy, _ clock: any TimeSource) {
        self.policy = policy
        self.clock = clock
    }

    package func intercept(_ request: HTTPRequest, next: Next) async throws -> HTTPResponse {
        if policy.monitor.path.isOffline, !request.url.isOnThisMachine { try await hold(request) }
        return try await next(request)
    }

    /// Waits for the network as long as the policy says.
    private func hold(_ request: HTTPRequest) async throws {
        guard case .wait(let limit) = policy.behaviour else {
            throw APIError(.offline, "there is no network, so this attempt was not made", request: request)
        }
        let rest = request.deadline.map { min(limit, $0.remaining(at: clock.now)) } ?? limit
        let changes = policy.monitor.changes
        let isBack = try await clock.limiting(to: rest) {
            for await path in changes where !path.isOffline { return true }
            return false
        }
        try Task.checkCancellation()
        guard isBack == true else {
            throw APIError(.offline, "there was no network for \(rest), so this attempt was not made", request: request)
        }
    }
}

extension URI {
    /// Whether it leads to this machine itself.
    fileprivate var isOnThisMachine: Bool {
        if host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
    }
}
