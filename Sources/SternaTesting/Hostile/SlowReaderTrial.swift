public import Sterna

/// Reads one long body slowly: the server must be held back, memory must stay flat, and no idle limit may strike.
public struct SlowReaderTrial: Sendable {
    /// The length of the body in bytes.
    public var bytes: Int
    /// What is read between two pauses, in bytes. Default: 64 KiB.
    public var step = 64 << 10
    /// The pause. Default: 10 ms.
    public var pause: Duration = .milliseconds(10)
    /// The most that memory may grow by, and that may lie in sockets and buffers, in bytes. Default: 16 MiB.
    public var allowance = 16 << 20

    /// A trial of a body of that length.
    public init(bytes: Int) {
        self.bytes = bytes
    }

    /// Runs the trial against a server of its own.
    ///
    /// - Throws: ``LoopbackFailure`` when no port can be had.
    public func run(_ transport: any Transport) async throws -> TrialReport {
        let sent = Lock(0)
        let block = Data(repeating: 65, count: step)
        let count = bytes / step
        let server = try LoopbackServer { _, _ in
            .chunks(length: Int64(count * block.count)) { index in
                guard index < count else { return nil }
                sent.withLock { $0 += block.count }
                return block
            }
        }
        defer { server.stop() }
        let record = TrialRecord()
        let began = ContinuousClock.now
        do {
            try await read(count * step, at: server.url, transport, sent, record)
            record.count("answer", took: .now - began)
        } catch {
            record.count((error as? APIError)?.kind.name ?? "error", took: .now - began)
            record.complain("the stream failed: \(error)")
        }
        return record.report
    }

    private func read(
        _ total: Int, at url: String, _ transport: any Transport, _ sent: Lock<Int>, _ record: TrialRecord
    ) async throws {
        let api = try APIClient(baseURL: url, transport: transport) {
            $0.timeouts.idle = .milliseconds(300)
            $0.retry = .never
        }
        let before = ProcessUsage.now().residentBytes
        var (taken, due, ahead, growth) = (0, 0, 0, 0)
        for try await chunk in api.chunks(Endpoint<Data>(.get, "/")) {
            taken += chunk.count
            due += chunk.count
            ahead = max(ahead, sent.withLock { $0 } - taken)
            growth = max(growth, ProcessUsage.now().residentBytes - before)
            guard due >= step else { continue }
            try await Task.sleep(for: pause * (due / step))
            due %= step
        }
        if taken != total { record.complain("\(taken) of \(total) bytes came") }
        if ahead > allowance { record.complain("the server was \(ahead >> 20) MiB ahead of its reader") }
        if growth > allowance { record.complain("memory grew by \(growth >> 20) MiB") }
    }
}
