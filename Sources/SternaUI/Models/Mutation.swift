public import Observation
import Sterna

/// A change that shows at once and is taken back when the server refuses it.
///
/// ```swift
/// let like = Mutation()
/// await like.run(on: post, change: { $0.isLiked = true }) { try await api.send(.like(id)) }
/// ```
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@Observable
public final class Mutation {
    /// How the last change went.
    public nonisolated enum State: Equatable, Sendable {
        /// Nothing was changed yet.
        case idle
        /// The change is on its way to the server.
        case running
        /// The server has it.
        case success
        /// The server does not have it, and what was shown is taken back.
        case failure(LoadFailure)
    }

    /// How the last change went.
    public private(set) var state = State.idle

    @ObservationIgnored private var running = 0

    /// Nothing was changed yet.
    public init() {}

    /// Changes what a loader shows, sends the change, and takes it back where that fails.
    ///
    /// Where something else was shown meanwhile, as by another change, what is true is loaded again instead.
    ///
    /// - Returns: whether the server has the change.
    @discardableResult
    public func run<Value: Sendable & Equatable>(
        on loader: Loader<Value>, change: (inout Value) -> Void,
        send: @escaping @Sendable () async throws -> Void
    ) async -> Bool {
        guard let before = loader.value else { return await run(send) == nil }
        var changed = before
        change(&changed)
        loader.show(changed)
        guard await run(send) != nil else { return true }
        if loader.value == changed { loader.show(before) } else { await loader.reload() }
        return false
    }

    /// Sends; the error where that fails.
    private func run(_ send: @escaping @Sendable () async throws -> Void) async -> (any Error)? {
        running += 1
        state = .running
        var failure: (any Error)?
        do { try await Self.off(send) } catch { failure = error }
        running -= 1
        switch failure {
        case nil: state = running > 0 ? .running : .success
        case is CancellationError: state = running > 0 ? .running : .idle
        case let error?: state = .failure(LoadFailure(error))
        }
        return failure
    }

    @concurrent
    private nonisolated static func off(_ send: @Sendable () async throws -> Void) async throws {
        try await send()
    }
}
