public import Sterna

/// Cancels calls at about the moment at which they complete, over and over: each call must end exactly once, as an
/// answer or a cancellation, and soon.
public struct CancellationTrial: Sendable {
    /// What the moments are made from.
    public var seed: UInt64
    /// How many rounds there are.
    public var rounds: Int
    /// How many calls run at a time in each round. Default: 8.
    public var calls = 8
    /// The longest that the server takes for an answer. Default: 2 ms.
    public var longest: Duration = .milliseconds(2)
    /// How soon a cancelled call must have ended. Default: 5 s, far more than it takes, on a busy machine too.
    public var patience: Duration = .seconds(5)

    /// A trial of so many rounds.
    public init(seed: UInt64, rounds: Int) {
        self.seed = seed
        self.rounds = rounds
    }

    /// Runs the trial against a server of its own.
    ///
    /// - Parameters:
    ///   - transport: what is tried.
    ///   - progress: called with the number of each round that is over.
    /// - Throws: ``LoopbackFailure`` when no port can be had.
    public func run(
        _ transport: any Transport, progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> TrialReport {
        let server = try slowServer()
        defer { server.stop() }
        let record = TrialRecord()
        let url = try URI(server.url)
        for round in 0..<rounds {
            await withTaskGroup(of: Void.self) { group in
                for call in 0..<calls {
                    group.addTask { await self.tryCall(round * self.calls + call, on: transport, at: url, record) }
                }
            }
            progress(round)
        }
        return record.report
    }
}

extension CancellationTrial {
    /// A server that takes some time for each answer, which is small or large.
    private func slowServer() throws -> LoopbackServer {
        var options = LoopbackServer.Options()
        options.keepsRequests = false
        return try LoopbackServer(options: options) { request, connection in
            var random = SeededRandom(seed: seed, case: request.number)
            connection.wait(longest * Double(random.number(0...100)) / 100)
            return .text(String(repeating: "x", count: random.pick([0, 2, 100, 40_000])))
        }
    }

    private func tryCall(_ number: Int, on transport: any Transport, at url: URI, _ record: TrialRecord) async {
        var random = SeededRandom(seed: ~seed, case: number)
        // One call in four is left alone: it must not suffer from its neighbours' end.
        let isCancelled = !random.chance(25)
        let moment = longest * Double(random.number(0...150)) / 100
        var request = HTTPRequest(.get, url, timeouts: Timeouts(connect: nil, idle: nil, total: nil))
        request.delivery = random.chance(30) ? .streamed : .complete(limit: .defaultBodyLimit)
        let began = ContinuousClock.now
        let (watchdog, ends) = Self.start(request, on: transport)
        if isCancelled {
            if !random.chance(5) { try? await Task.sleep(for: moment) }
            watchdog.task.cancel()
        }
        let outcome = await watchdog.outcome(within: patience)
        judge(outcome, isCancelled: isCancelled, "call \(number) of seed \(seed)", .now - began, record)
        if ends.withLock({ $0 }) > 1 { record.complain("call \(number) of seed \(seed) ended more than once") }
    }

    /// Starts a call and counts how often it ends.
    private static func start(_ request: HTTPRequest, on transport: any Transport) -> (Watchdog<Int>, Lock<Int>) {
        let ends = Lock(0)
        let watchdog = Watchdog {
            defer { ends.withLock { $0 += 1 } }
            let response = try await transport.send(request)
            guard case .stream(let stream) = response.body else { return response.status.code }
            for try await _ in stream {}
            return response.status.code
        }
        return (watchdog, ends)
    }

    private func judge(
        _ outcome: Watchdog<Int>.Outcome, isCancelled: Bool, _ call: String, _ duration: Duration,
        _ record: TrialRecord
    ) {
        switch outcome {
        case nil:
            record.count("nothing", took: duration)
            record.complain("\(call) hangs")
        case .success(let status):
            record.count("answer", took: duration)
            if status != 200 { record.complain("\(call) was answered \(status)") }
        case .failure(let error):
            record.count(error is CancellationError ? "cancelled" : "error", took: duration)
            if !(error is CancellationError) || !isCancelled { record.complain("\(call) threw \(error)") }
        }
    }
}
