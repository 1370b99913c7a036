public import Sterna

/// Sends requests to a hostile server and checks what a transport promises: every request ends in time, in an answer or
/// a typed error; damage that can be noticed is never taken for the content; and a healthy request is always answered.
///
/// ```swift
/// let report = try await HostileTrial(seed: 7, numbers: 0..<2_000).run(MyTransport())
/// #expect(report.isGood, "\(report)")
/// ```
public struct HostileTrial: Sendable {
    /// Which answers the server gives.
    public var seed: UInt64
    /// The numbers of the answers that are asked for.
    public var numbers: Range<Int>
    /// How many requests run at a time. Default: 32.
    public var concurrency = 32
    /// The total limit in time of each hostile request. Default: 0.4 s.
    public var limit: Duration = .milliseconds(400)
    /// By how much a request may miss its limit, as a busy machine is late too. Default: 3 s.
    public var tolerance: Duration = .seconds(3)
    /// After how many hostile requests a healthy one follows. Default: 16.
    public var healthyEvery = 16

    private static let bodyLimit = 1 << 20
    private static let stray = "stray"

    /// A trial with these answers.
    public init(seed: UInt64, numbers: Range<Int>) {
        self.seed = seed
        self.numbers = numbers
    }

    /// Runs the trial against a server of its own.
    ///
    /// - Parameters:
    ///   - transport: what is tried.
    ///   - progress: called with the number of each answer that has been asked for, in no order.
    /// - Throws: ``LoopbackFailure`` when no port can be had.
    public func run(
        _ transport: any Transport, progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> TrialReport {
        let server = try HostileAnswers(seed: seed).server()
        defer { server.stop() }
        return await run(transport, hostile: server.urls[0], healthy: server.urls[1], progress: progress)
    }

    /// Runs the trial against a server that runs already, such as one behind a proxy that adds TLS.
    ///
    /// - Parameters:
    ///   - transport: what is tried.
    ///   - hostile: the start of the URLs of hostile answers.
    ///   - healthy: the start of the URL of the healthy answer, on another port.
    ///   - progress: called with the number of each answer that has been asked for, in no order.
    public func run(
        _ transport: any Transport, hostile: String, healthy: String,
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async -> TrialReport {
        let record = TrialRecord()
        await NumberDispenser(numbers).distribute(over: concurrency) { number in
            await self.tryHostile(number, on: transport, at: hostile, record)
            if number % healthyEvery == 0 { await self.tryHealthy(on: transport, at: healthy, record) }
            progress(number)
        }
        await tryHealthy(on: transport, at: healthy, record)
        let strays = record.report.outcomes[Self.stray] ?? 0
        if strays > max(2, numbers.count / 500) { record.complain("\(strays) requests were answered with stray bytes") }
        return record.report
    }
}

extension HostileTrial {
    private struct Reading: Sendable {
        let status: HTTPStatus
        let body: Data
        let isWhole: Bool
    }

    private func tryHostile(
        _ number: Int, on transport: any Transport, at url: String, _ record: TrialRecord
    ) async {
        let answer = HostileAnswers(seed: seed)[number]
        do {
            let request = try request(number, at: url)
            var (outcome, duration) = await outcome(of: request, on: transport, within: limit + tolerance)
            // Bytes that another answer sent after its end may have met this request on its way, and no client of
            // HTTP/1.1 can tell them from its answer. What is wrong twice is wrong; a client that often takes strays,
            // which it could have seen before it sent, is told on in the end.
            if isWrong(outcome, request, answer) {
                record.count(Self.stray, took: duration)
                (outcome, duration) = await self.outcome(of: request, on: transport, within: limit + tolerance)
            }
            judge(outcome, request, answer, duration, record)
        } catch {
            record.complain("\(answer): no request: \(error)")
        }
    }

    private func tryHealthy(on transport: any Transport, at url: String, _ record: TrialRecord) async {
        do {
            let timeouts = Timeouts(connect: .seconds(20), idle: .seconds(20), total: .seconds(20))
            let request = HTTPRequest(.get, try URI("\(url)/healthy"), timeouts: timeouts)
            let (outcome, _) = await outcome(of: request, on: transport, within: .seconds(30))
            guard case .success(let reading) = outcome else {
                return record.complain("a healthy request ended in \(outcome.map { "\($0)" } ?? "nothing: it hangs")")
            }
            guard reading.body == HostileAnswers.healthyContent else {
                return record.complain("a healthy request was answered \(reading.status), \(reading.body.count) bytes")
            }
        } catch {
            record.complain("no healthy request: \(error)")
        }
    }

    /// The request for an answer: methods, bodies and deliveries vary with the number.
    private func request(_ number: Int, at url: String) throws -> HTTPRequest {
        var random = SeededRandom(seed: ~seed, case: number)
        let method = random.pick([HTTPMethod.get, .get, .get, .get, .get, .get, .head, .post, .put, .delete])
        let timeouts = Timeouts(connect: limit, idle: limit, total: limit)
        var request = HTTPRequest(method, try URI("\(url)/\(number)"), timeouts: timeouts)
        request.delivery = random.chance(25) ? .streamed : .complete(limit: Self.bodyLimit)
        if method == .post || method == .put {
            request.body = .data(Data(count: random.pick([0, 10, 40_000, 500_000])))
        }
        return request
    }

    private func outcome(
        of request: HTTPRequest, on transport: any Transport, within limit: Duration
    ) async -> (Watchdog<Reading>.Outcome, Duration) {
        let began = ContinuousClock.now
        let watchdog = Watchdog { try await Self.read(try await transport.send(request)) }
        let outcome = await watchdog.outcome(within: limit)
        watchdog.task.cancel()
        return (outcome, .now - began)
    }

    /// Reads the body, up to a limit.
    private static func read(_ response: HTTPResponse) async throws -> Reading {
        switch response.body {
        case .complete(let data):
            return Reading(status: response.status, body: data, isWhole: true)
        case .stream(let stream):
            var data = Data()
            for try await chunk in stream {
                data.append(chunk)
                if data.count > bodyLimit { return Reading(status: response.status, body: data, isWhole: false) }
            }
            return Reading(status: response.status, body: data, isWhole: true)
        }
    }

    /// Whether the answer was taken for a success that it is not.
    private func isWrong(
        _ outcome: Watchdog<Reading>.Outcome, _ request: HTTPRequest, _ answer: HostileAnswer
    ) -> Bool {
        guard case .success(let reading) = outcome, request.method != .head else { return false }
        return reading.status == .ok && reading.isWhole && !answer.allows(reading.body)
    }

    private func judge(
        _ outcome: Watchdog<Reading>.Outcome, _ request: HTTPRequest, _ answer: HostileAnswer, _ duration: Duration,
        _ record: TrialRecord
    ) {
        switch outcome {
        case nil:
            record.count("nothing", took: duration)
            record.complain("\(answer): \(request) hangs, \(duration) after it began")
        case .success(let reading):
            record.count("answer", took: duration)
            guard isWrong(outcome, request, answer) else { return }
            record.complain("\(answer): \(request) was answered with \(reading.body.count) bytes of wrong content")
        case .failure(let error as APIError):
            record.count(error.kind.name, took: duration)
        case .failure(let error):
            record.count("\(type(of: error))", took: duration)
            record.complain("\(answer): \(request) threw \(error), which is no typed error")
        }
    }
}
