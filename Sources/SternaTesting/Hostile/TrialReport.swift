/// What came of a trial: how many requests ended how, and everything that should not have happened.
public struct TrialReport: Sendable {
    /// How many requests were made.
    public internal(set) var requests = 0
    /// How many requests ended in which way: `answer`, `cancelled`, or the kind of the error.
    public internal(set) var outcomes: [String: Int] = [:]
    /// What should not have happened, in words; at most a hundred are kept.
    public internal(set) var complaints: [String] = []
    /// How many complaints there were, also those that were not kept.
    public internal(set) var complaintCount = 0
    /// The longest that a request took.
    public internal(set) var slowest: Duration = .zero
    /// How long the whole trial took.
    public internal(set) var duration: Duration = .zero

    /// Whether there is nothing to complain of.
    public var isGood: Bool { complaintCount == 0 }
}

extension TrialReport: CustomStringConvertible {
    /// All figures, and the complaints after them, each on a line.
    public var description: String {
        let counts = outcomes.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        let lines = ["\(requests) requests in \(duration), slowest \(slowest): \(counts)"]
        return (lines + complaints.map { "- \($0)" }).joined(separator: "\n")
    }
}
