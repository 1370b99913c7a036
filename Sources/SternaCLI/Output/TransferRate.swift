import Sterna

/// How fast a transfer is, over its last seconds: a pure function of what was seen when.
struct TransferRate: Sendable {
    /// How far back it looks.
    static let window = Duration.seconds(4)

    private var seen: [(moment: ContinuousClock.Instant, completed: Int64)] = []

    /// Takes note; a transfer that begins again is measured from its new beginning.
    mutating func note(_ completed: Int64, at now: ContinuousClock.Instant) {
        if let last = seen.last, completed < last.completed { seen = [] }
        seen.append((now, completed))
        // One that is older than the window stays, so that there is always something to measure from.
        while seen.count > 2, now - seen[1].moment >= Self.window { seen.removeFirst() }
    }

    /// Bytes a second; `nil` before there is anything to measure.
    var bytesPerSecond: Double? {
        guard let first = seen.first, let last = seen.last, last.moment > first.moment else { return nil }
        return Double(last.completed - first.completed) / ((last.moment - first.moment) / .seconds(1))
    }
}
