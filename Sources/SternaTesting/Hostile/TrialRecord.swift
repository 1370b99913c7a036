import Sterna

/// The report of a trial that is still going on.
final class TrialRecord: Sendable {
    private let state = Lock(TrialReport())
    private let began = ContinuousClock.now

    func count(_ outcome: String, took duration: Duration) {
        state.withLock { report in
            report.requests += 1
            report.outcomes[outcome, default: 0] += 1
            report.slowest = max(report.slowest, duration)
        }
    }

    func complain(_ complaint: String) {
        state.withLock { report in
            report.complaintCount += 1
            if report.complaints.count < 100 { report.complaints.append(complaint) }
        }
    }

    var report: TrialReport {
        var report = state.withLock { $0 }
        report.duration = .now - began
        return report
    }
}

/// Hands out the numbers of a range, to whoever comes first.
final class NumberDispenser: Sendable {
    private let range: Range<Int>
    private let taken = Lock(0)

    init(_ range: Range<Int>) {
        self.range = range
    }

    func next() -> Int? {
        let number = taken.withLock { taken in
            defer { taken += 1 }
            return taken
        }
        return number < range.count ? range.lowerBound + number : nil
    }

    /// Gives every number to one of `width` tasks.
    func distribute(over width: Int, _ work: @escaping @Sendable (Int) async -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<max(1, width) {
                group.addTask { while let number = self.next() { await work(number) } }
            }
        }
    }
}
