public import Sterna

/// Reads streams while they are cancelled, dropped, reset by the server, and read by two tasks at once, over and over:
/// each reader must come to an end, and the transport must go on.
public struct StreamTrial: Sendable {
    /// What the readers and the servers are made from.
    public var seed: UInt64
    /// How many streams are read.
    public var streams: Int
    /// How many are read at a time. Default: 8.
    public var concurrency = 8
    /// How soon a stream that was ended must have ended. Default: 10 s, far more than it takes.
    public var patience: Duration = .seconds(10)

    /// What becomes of a stream from the reader's side.
    private enum Fate: CaseIterable {
        case readToEnd, cancelTask, cancelStream, drop, dropUnread, twoReaders, readSlowly
    }

    /// A trial of so many streams.
    public init(seed: UInt64, streams: Int) {
        self.seed = seed
        self.streams = streams
    }

    /// Runs the trial against a server of its own.
    ///
    /// - Parameters:
    ///   - transport: what is tried.
    ///   - progress: called with the number of each stream that is over, in no order.
    /// - Throws: ``LoopbackFailure`` when no port can be had.
    public func run(
        _ transport: any Transport, progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> TrialReport {
        let server = try server()
        defer { server.stop() }
        let record = TrialRecord()
        let url = server.url
        await NumberDispenser(0..<streams).distribute(over: concurrency) { number in
            await self.tryStream(number, on: transport, at: url, record)
            progress(number)
        }
        return record.report
    }
}

extension StreamTrial {
    /// A server whose streams end, reset, stop or go on for ever, as their number says.
    private func server() throws -> LoopbackServer {
        var options = LoopbackServer.Options()
        options.keepsRequests = false
        return try LoopbackServer(options: options) { request, _ in
            var random = SeededRandom(seed: seed, case: Int(request.path.dropFirst()) ?? 0)
            let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            let chunk = Array("2710\r\n\(String(repeating: "s", count: 10_000))\r\n".utf8)
            let count = random.pick([0, 1, 5, 60])
            var steps: [Script.Step] = [.send(head), .sendRepeatedly(chunk, times: count)]
            switch random.number(0...4) {
            case 0, 1: steps += [.send("0\r\n\r\n")]
            case 2: steps += [.wait(.milliseconds(random.number(0...3))), .reset]
            case 3: steps += [.hang]
            default: steps += [.sendRepeatedly(chunk)]
            }
            return .script(Script(steps))
        }
    }

    private func tryStream(_ number: Int, on transport: any Transport, at url: String, _ record: TrialRecord) async {
        var random = SeededRandom(seed: ~seed, case: number)
        let fate = random.pick(Fate.allCases)
        let patience = patience
        let label = "stream \(number) of seed \(seed) (\(fate))"
        let began = ContinuousClock.now
        let delay = Duration.microseconds(random.number(0...4000))
        let watchdog = Watchdog {
            var request = HTTPRequest(.get, try URI("\(url)/\(number)"))
            request.timeouts = Timeouts(connect: nil, idle: .milliseconds(300), total: patience / 2)
            request.delivery = .streamed
            let response = try await transport.send(request)
            guard case .stream(let stream) = response.body else { return }
            try await Self.read(stream, fate, after: delay)
        }
        if fate == .cancelTask {
            try? await Task.sleep(for: delay)
            watchdog.task.cancel()
        }
        let outcome = await watchdog.outcome(within: patience)
        judge(outcome, isCancelled: fate == .cancelTask || fate == .cancelStream, label, .now - began, record)
    }

    /// Reads as the fate says; no stream is read beyond a megabyte.
    private static func read(_ stream: HTTPBodyStream, _ fate: Fate, after delay: Duration) async throws {
        switch fate {
        case .dropUnread: return
        case .drop: _ = try await count(stream, upTo: 1)
        case .readSlowly:
            for try await _ in stream.prefix(4) { try await Task.sleep(for: delay) }
        case .cancelStream:
            let canceller = Task {
                try? await Task.sleep(for: delay)
                stream.cancel()
            }
            defer { canceller.cancel() }
            _ = try await count(stream, upTo: 1 << 20)
        case .twoReaders:
            async let other = try? count(stream, upTo: 1 << 20)
            _ = try? await count(stream, upTo: 1 << 20)
            _ = await other
        case .readToEnd, .cancelTask: _ = try await count(stream, upTo: 1 << 20)
        }
    }

    private static func count(_ stream: HTTPBodyStream, upTo limit: Int) async throws -> Int {
        var count = 0
        for try await chunk in stream {
            count += chunk.count
            if count >= limit { break }
        }
        return count
    }

    private func judge(
        _ outcome: Watchdog<Void>.Outcome, isCancelled: Bool, _ stream: String, _ duration: Duration,
        _ record: TrialRecord
    ) {
        switch outcome {
        case nil:
            record.count("nothing", took: duration)
            record.complain("\(stream) hangs")
        case .success: record.count("answer", took: duration)
        case .failure(let error as APIError): record.count(error.kind.name, took: duration)
        case .failure(let error):
            record.count(error is CancellationError ? "cancelled" : "error", took: duration)
            if !(error is CancellationError) || !isCancelled { record.complain("\(stream) threw \(error)") }
        }
    }
}
