public import Sterna

/// Makes transports, uses each in another way, and drops them: with idle connections, with calls that still run, with
/// streams that nobody reads. Every call must end, also those of a transport that nobody holds any more.
///
/// Compare ``ProcessUsage`` before and after: nothing of them must be left.
public struct DisposalTrial: Sendable {
    /// What the uses are made from.
    public var seed: UInt64
    /// How many transports are made.
    public var transports: Int
    /// How many live at a time. Default: 8.
    public var concurrency = 8

    /// A trial with so many transports.
    public init(seed: UInt64, transports: Int) {
        self.seed = seed
        self.transports = transports
    }

    /// Runs the trial against a server of its own.
    ///
    /// - Parameter make: makes a transport, called once for each.
    /// - Throws: ``LoopbackFailure`` when no port can be had.
    public func run(_ make: @escaping @Sendable () -> any Transport) async throws -> TrialReport {
        let server = try LoopbackServer { request, _ in
            switch request.path {
            case "/hang": .script([.hang])
            case "/endless": .script([.send("HTTP/1.1 200 OK\r\n\r\n"), .sendRepeatedly("endless ")])
            default: .text("ok")
            }
        }
        defer { server.stop() }
        let record = TrialRecord()
        await NumberDispenser(0..<transports).distribute(over: concurrency) { number in
            let began = ContinuousClock.now
            let watchdog = Watchdog { try await self.use(make(), number, server.url) }
            switch await watchdog.outcome(within: .seconds(20)) {
            case nil: record.complain("transport \(number) of seed \(self.seed) hangs")
            case .success: record.count("answer", took: .now - began)
            case .failure(let error): record.complain("transport \(number) of seed \(self.seed) threw \(error)")
            }
        }
        return record.report
    }

    private func use(_ transport: any Transport, _ number: Int, _ url: String) async throws {
        var random = SeededRandom(seed: seed, case: number)
        let use = random.number(0...4)
        if use > 0 { _ = try await transport.send(HTTPRequest(.get, try URI(url))) }
        switch use {
        case 2:
            let call = Task { try await transport.send(HTTPRequest(.get, try URI("\(url)/hang"))) }
            try await Task.sleep(for: .microseconds(random.number(0...3000)))
            call.cancel()
            _ = await call.result
        case 3:
            let request = HTTPRequest(.get, try URI("\(url)/endless"), delivery: .streamed)
            guard case .stream(let stream) = try await transport.send(request).body else { return }
            for try await _ in stream.prefix(random.number(1...20)) {}
        case 4:
            // Not even the head is waited for: the call goes on when its maker has left.
            let request = HTTPRequest(.get, try URI("\(url)/hang"), timeouts: Timeouts(total: .milliseconds(50)))
            Task { try await transport.send(request) }
        default: break
        }
    }
}
