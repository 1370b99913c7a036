public import Sterna

/// Makes very many small requests and looks at what the process takes meanwhile: it must not grow.
public struct EnduranceTrial: Sendable {
    /// How many requests are made.
    public var requests: Int
    /// How many run at a time. Default: 32.
    public var concurrency = 32
    /// How often the process is looked at. Default: 20 times.
    public var samples = 20

    /// A trial of so many requests.
    public init(requests: Int) {
        self.requests = requests
    }

    /// Runs the trial against a server of its own.
    ///
    /// - Parameters:
    ///   - transport: what is tried.
    ///   - sample: called with the number of requests so far and what the process takes.
    /// - Throws: ``LoopbackFailure`` when no port can be had.
    public func run(
        _ transport: any Transport, sample: @escaping @Sendable (Int, ProcessUsage) -> Void = { _, _ in }
    ) async throws -> TrialReport {
        var options = LoopbackServer.Options()
        options.keepsRequests = false
        let server = try LoopbackServer(options: options) { request, _ in
            .json(#"{"path":"\#(request.path)","bytes":\#(request.bodyLength)}"#)
        }
        defer { server.stop() }
        let record = TrialRecord()
        let every = max(1, requests / max(1, samples))
        let url = server.url
        await NumberDispenser(0..<requests).distribute(over: concurrency) { number in
            await self.tryRequest(number, on: transport, at: url, record)
            if number % every == every - 1 { sample(number + 1, ProcessUsage.now()) }
        }
        return record.report
    }

    private func tryRequest(_ number: Int, on transport: any Transport, at url: String, _ record: TrialRecord) async {
        let began = ContinuousClock.now
        do {
            var request = HTTPRequest(number % 4 == 3 ? .post : .get, try URI("\(url)/\(number)"))
            if request.method == .post { request.body = .data(Data(count: number % 2000)) }
            let expected = #"{"path":"/\#(number)","bytes":\#(request.body?.length ?? 0)}"#
            let response = try await transport.send(request)
            record.count("answer", took: .now - began)
            guard case .complete(let data) = response.body, data == Data(expected.utf8) else {
                return record.complain("request \(number) got the answer of another")
            }
        } catch {
            record.count("error", took: .now - began)
            record.complain("request \(number) threw \(error)")
        }
    }
}
