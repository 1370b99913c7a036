public import Sterna

/// One thing that every transport must do, as a value that can be run against any transport.
///
/// It needs no test framework: a case that is not met throws a ``ConformanceFailure``.
public struct ConformanceCase: Sendable, CustomStringConvertible {
    /// Makes a transport with options; called at least once a run.
    public typealias MakeTransport = @Sendable (TransportOptions) -> any Transport

    /// What the case is called, such as `framing/trailers`.
    public let name: String
    /// What is required, as a sentence.
    public let requirement: String
    /// What a transport must be able to do for the case to apply; most need nothing.
    public let needs: TransportCapabilities
    /// Whether the case holds for transports of every kind, also for one that answers from memory.
    public let isContract: Bool
    private let body: @Sendable (ConformanceRig) async throws -> Void

    init(
        _ name: String, _ requirement: String, needs: TransportCapabilities = [], isContract: Bool = false,
        _ body: @escaping @Sendable (ConformanceRig) async throws -> Void
    ) {
        self.name = name
        self.requirement = requirement
        self.needs = needs
        self.isContract = isContract
        self.body = body
    }

    /// Runs the case against transports that `makeTransport` makes.
    ///
    /// - Parameters:
    ///   - limit: how long it may take; a transport that hangs fails the case. Default: 60 s.
    ///   - makeTransport: called with the options that the case needs.
    /// - Throws: ``ConformanceFailure`` when the requirement is not met, and what the transport throws unasked.
    public func run(within limit: Duration = .seconds(60), _ makeTransport: @escaping MakeTransport) async throws {
        let race = CaseRace()
        let body = body
        let run = Task {
            do {
                try await body(ConformanceRig(make: makeTransport))
                race.end(.success(()))
            } catch {
                race.end(.failure(error))
            }
        }
        let watchdog = Task {
            try await Task.sleep(for: limit)
            race.end(.failure(ConformanceFailure("an end within \(limit)", seen: "it hangs")))
        }
        defer {
            run.cancel()
            watchdog.cancel()
        }
        try await race.result()
    }

    /// The name.
    public var description: String { name }
}

/// The first of two results; whoever waits is not held by the other.
private final class CaseRace: Sendable {
    private struct State: Sendable {
        var waiter: CheckedContinuation<Void, any Error>?
        var result: Result<Void, any Error>?
    }

    private let state = Lock(State())

    func end(_ result: Result<Void, any Error>) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard state.result == nil else { return nil }
            state.result = result
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(with: result)
    }

    func result() async throws {
        try await withCheckedThrowingContinuation { continuation in
            let known = state.withLock { state in
                if state.result == nil { state.waiter = continuation }
                return state.result
            }
            if let known { continuation.resume(with: known) }
        }
    }
}
