/// Says when a progress is worth telling, and measures the rate. Pure: it is given the time.
struct ProgressMeter {
    private struct Sample {
        let moment: ContinuousClock.Instant
        let bytes: Int64
    }

    private static let window: Duration = .seconds(5)
    private let interval: Duration
    private var samples: [Sample] = []
    private var told: ContinuousClock.Instant?

    init(interval: Duration) {
        self.interval = interval
    }

    /// The file has this many bytes without any having come just now: at the beginning, and when it starts again.
    mutating func start(_ bytes: Int64, of total: Int64?, at now: ContinuousClock.Instant) -> TransferProgress {
        samples = [Sample(moment: now, bytes: bytes)]
        told = now
        return TransferProgress(completed: bytes, total: total)
    }

    /// The file has this many bytes now; `nil` when the last progress was told a moment ago.
    mutating func note(_ bytes: Int64, of total: Int64?, at now: ContinuousClock.Instant) -> TransferProgress? {
        if let told, now - told < interval { return nil }
        return last(bytes, of: total, at: now)
    }

    /// The file has this many bytes, and that is worth telling whenever the last time was.
    mutating func last(_ bytes: Int64, of total: Int64?, at now: ContinuousClock.Instant) -> TransferProgress {
        told = now
        // The oldest sample lies before the window, or is the first of all.
        while samples.count > 1, now - samples[1].moment >= Self.window { samples.removeFirst() }
        let rate = samples.first.flatMap { first in
            now > first.moment ? Double(bytes - first.bytes) / ((now - first.moment) / .seconds(1)) : nil
        }
        if samples.last.map({ now - $0.moment >= Self.window / 50 }) ?? true {
            samples.append(Sample(moment: now, bytes: bytes))
        }
        return TransferProgress(completed: bytes, total: total, rate: rate)
    }
}
