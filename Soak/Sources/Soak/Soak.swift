import Foundation
import Sterna
import SternaTesting

/// The trials of SternaTesting at their full counts, one after the other in one process, which must not grow.
struct Soak {
    static let names = [
        "hostile", "hostile-tls", "cancel", "streams", "disposal", "parsers", "fields", "slow-reader", "endurance",
    ]

    private let options: SoakOptions

    init(_ options: SoakOptions) {
        self.options = options
    }

    func run() async throws -> [SoakFigures] {
        print("seed \(options.seed), \(options.isQuick ? "reduced" : "full") counts")
        var all: [SoakFigures] = []
        for name in Self.names where options.only.isEmpty || options.only.contains(name) {
            let before = ProcessUsage.now()
            print("\(name): begins with \(before)")
            let (count, report) = try await trial(name)
            let after = await settled(to: before)
            print("\(name): \(report)\n\(name): ends with \(after)")
            all.append(SoakFigures(name: name, count: count, report: report, before: before, after: after))
        }
        return all
    }

    private func trial(_ name: String) async throws -> (Int, TrialReport) {
        switch name {
        case "hostile":
            let count = count(100_000, quick: 2_000)
            let trial = HostileTrial(seed: options.seed, numbers: 0..<count)
            return (count, try await trial.run(CurlTransport(), progress: Progress(name, of: count).step))
        case "hostile-tls":
            return try await secureTrial(name)
        case "cancel":
            let count = count(10_000, quick: 500)
            let trial = CancellationTrial(seed: options.seed, rounds: count)
            return (count, try await trial.run(CurlTransport(), progress: Progress(name, of: count).step))
        case "streams":
            let count = count(10_000, quick: 300)
            let trial = StreamTrial(seed: options.seed, streams: count)
            return (count, try await trial.run(CurlTransport(), progress: Progress(name, of: count).step))
        case "disposal":
            let count = count(2_000, quick: 200)
            return (count, try await DisposalTrial(seed: options.seed, transports: count).run { CurlTransport() })
        case "parsers":
            let count = count(1_000_000, quick: 20_000)
            let trial = StreamParserTrial(seed: options.seed, cases: count)
            return (count, trial.run(progress: Progress(name, of: count).step))
        case "fields":
            let count = count(1_000_000, quick: 20_000)
            let trial = FieldParserTrial(seed: options.seed, cases: count)
            return (count, try trial.run(progress: Progress(name, of: count).step))
        case "slow-reader":
            let bytes = count(64 << 20, quick: 8 << 20)
            return (bytes, try await SlowReaderTrial(bytes: bytes).run(CurlTransport()))
        default:
            let count = count(1_000_000, quick: 20_000)
            let report = try await EnduranceTrial(requests: count).run(CurlTransport()) { number, usage in
                print("\(name): \(number) of \(count), \(usage)")
            }
            return (count, report)
        }
    }

    /// The same damaged answers, inside of TLS.
    private func secureTrial(_ name: String) async throws -> (Int, TrialReport) {
        let count = count(5_000, quick: 200)
        let server = try HostileAnswers(seed: options.seed).server()
        let doors = try SecureDoors(to: server.addresses.compactMap(\.port))
        defer { doors.close() }
        try await doors.waitUntilOpen()
        var transport = TransportOptions()
        transport.tls.authorities = doors.certificate
        var trial = HostileTrial(seed: options.seed, numbers: 0..<count)
        trial.concurrency = 16
        trial.limit = .seconds(1)
        let report = await trial.run(
            CurlTransport(transport), hostile: doors.urls[0], healthy: doors.urls[1],
            progress: Progress(name, of: count).step)
        return (count, report)
    }

    private func count(_ full: Int, quick: Int) -> Int {
        options.isQuick ? quick : full
    }

    /// What the process takes once the threads and sockets of the last trial are gone.
    private func settled(to before: ProcessUsage) async -> ProcessUsage {
        for _ in 0..<100 {
            let usage = ProcessUsage.now()
            if usage.descriptors <= before.descriptors, usage.threads <= before.threads { return usage }
            try? await Task.sleep(for: .milliseconds(100))
        }
        return .now()
    }
}

/// Tells every tenth part of a trial.
final class Progress: Sendable {
    private let name: String
    private let count: Int
    private let done = Counter()

    init(_ name: String, of count: Int) {
        self.name = name
        self.count = count
    }

    var step: @Sendable (Int) -> Void {
        { _ in
            let done = self.done.next()
            guard done % max(1, self.count / 10) == 0 else { return }
            print("\(self.name): \(done) of \(self.count), \(ProcessUsage.now())")
        }
    }
}

/// A number that counts up, from any thread.
final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var value = 0

    func next() -> Int {
        lock.withLock {
            value += 1
            return value
        }
    }
}
