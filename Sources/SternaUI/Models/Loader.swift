public import Observation
public import Sterna

/// Loads a value for a screen, and says at each moment what the screen shows.
///
/// ```swift
/// @State private var posts = Loader { try await api.send(.posts) }
/// ```
///
/// The newest load wins: one that is under way when another begins is cancelled, on the wire too, and whatever comes of
/// it is not shown. The last value stays while it is loaded again, and when that fails. A load whose task ends, as when
/// the screen closes, leaves the state as it was before.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@Observable
public final class Loader<Value: Sendable> {
    /// What the screen shows.
    public nonisolated enum State {
        /// Nothing was asked for yet.
        case idle
        /// It is being loaded; what there was before stays.
        case loading(previous: Value?)
        /// It is there.
        case success(Value)
        /// It failed; what there was before stays.
        case failure(LoadFailure, previous: Value?)
    }

    /// What the screen shows now.
    public private(set) var state = State.idle

    @ObservationIgnored private var source: @Sendable () async throws -> Value
    @ObservationIgnored private let staleAfter: Duration?
    @ObservationIgnored private let clock: any TimeSource
    @ObservationIgnored private var settled = State.idle
    @ObservationIgnored private var loadedAt: ContinuousClock.Instant?
    @ObservationIgnored private let latest = LatestTask<Value>()

    /// A loader of a source.
    ///
    /// - Parameters:
    ///   - staleAfter: how long a value is fresh, so that ``load()`` does not load it again. Default: `nil`, never
    ///     fresh.
    ///   - clock: where the time comes from.
    ///   - source: loads the value; called for each load, not on the main actor.
    public init(
        staleAfter: Duration? = nil, clock: any TimeSource = ContinuousClock(),
        _ source: @escaping @Sendable () async throws -> Value
    ) {
        self.staleAfter = staleAfter
        self.clock = clock
        self.source = source
    }

    /// The value to show, also while it is loaded again and when that failed.
    public var value: Value? {
        switch state {
        case .idle: nil
        case .loading(let previous), .failure(_, let previous): previous
        case .success(let value): value
        }
    }

    /// Why the last load failed.
    public var failure: LoadFailure? {
        if case .failure(let failure, _) = state { failure } else { nil }
    }

    /// Whether a load is under way.
    public var isLoading: Bool {
        if case .loading = state { true } else { false }
    }

    /// Loads the value; does nothing while a fresh one is there, and while it is being loaded.
    public func load() async {
        if isLoading { return }
        if case .success = state, let staleAfter, let loadedAt, clock.now - loadedAt < staleAfter { return }
        await reload()
    }

    /// Loads the value in any case: for "pull to refresh" and "try again".
    public func reload() async {
        state = .loading(previous: value)
        if let result = await latest.run(source) { settle(result) }
    }

    /// Loads from another source from now on, as when the words of a search change.
    public func reload(from source: @escaping @Sendable () async throws -> Value) async {
        self.source = source
        await reload()
    }

    /// Ends a load that is under way; the state is as it was before.
    public func cancel() {
        if latest.cancel() { state = settled }
    }

    /// Shows another value, as one that was changed on this screen. A load that is under way is cancelled.
    public func show(_ value: Value) {
        cancel()
        settle(.success(value))
    }

    private func settle(_ result: Result<Value, any Error>) {
        switch result {
        case .success(let value):
            loadedAt = clock.now
            state = .success(value)
        case .failure(is CancellationError):
            state = settled
        case .failure(let error):
            state = .failure(LoadFailure(error), previous: value)
        }
        settled = state
    }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
nonisolated extension Loader.State: Sendable where Value: Sendable {}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
nonisolated extension Loader.State: Equatable where Value: Equatable {
    /// Whether both show the same.
    public static func == (a: Self, b: Self) -> Bool {
        switch (a, b) {
        case (.idle, .idle): true
        case (.loading(let a), .loading(let b)): a == b
        case (.success(let a), .success(let b)): a == b
        case (.failure(let a, let old), .failure(let b, let other)): a == b && old == other
        default: false
        }
    }
}
