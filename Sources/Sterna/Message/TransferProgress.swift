/// How far a body has come.
public struct TransferProgress: Hashable, Sendable {
    /// The bytes of the body so far.
    public let completed: Int64
    /// The bytes of the whole body; `nil` when nobody knows them before the end.
    public let total: Int64?
    /// The bytes per second of late; `nil` where nobody measures, and before anything can be said.
    public let rate: Double?

    /// So many bytes of so many.
    public init(completed: Int64, total: Int64?, rate: Double? = nil) {
        self.rate = rate
        self.completed = completed
        self.total = total
    }

    /// The part that is done, from 0 to 1; `nil` when the total is not known.
    public var fraction: Double? {
        total.map { $0 > 0 ? min(1, Double(completed) / Double($0)) : 1 }
    }

    /// How long the rest will take at this rate; `nil` where nothing can be said.
    public var timeLeft: Duration? {
        guard let total, let rate, rate > 0 else { return nil }
        let seconds = Double(max(0, total - completed)) / rate
        return seconds < 1e9 ? .seconds(seconds) : nil
    }
}
