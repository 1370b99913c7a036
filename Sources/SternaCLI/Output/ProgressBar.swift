import Sterna

/// One line that tells how far a transfer is: part, bar, bytes, rate, time left. Pure.
struct ProgressBar: Hashable, Sendable {
    /// Whether the terminal has more than ASCII.
    let isUnicode: Bool
    /// How many columns the line may have.
    let columns: Int

    private static let longestBar = 30
    private static let shortestBar = 8

    /// The line, without a line break.
    ///
    /// - Parameter rate: bytes a second; `nil` when it is not known.
    func line(_ progress: TransferProgress, rate: Double?) -> String {
        let figures = figures(progress, rate)
        guard let fraction = progress.fraction else { return fitting(figures) }
        let percent = Int(fraction * 100)
        let share = String(repeating: " ", count: 3 - String(percent).count) + "\(percent)%"
        let text = fitting([share] + figures)
        let rest = text.dropFirst(share.count + 2)
        let room = min(Self.longestBar, columns - text.count - (rest.isEmpty ? 1 : 0))
        guard room >= Self.shortestBar else { return text }
        return share + " " + bar(fraction, room) + (rest.isEmpty ? "" : " " + rest)
    }

    private func figures(_ progress: TransferProgress, _ rate: Double?) -> [String] {
        let done = ByteCount.text(progress.completed)
        var figures = [progress.total.map { "\(done) of \(ByteCount.text($0))" } ?? done]
        guard let rate, rate > 0 else { return figures }
        figures.append(ByteCount.text(Int64(min(rate, 1e18))) + "/s")
        if let total = progress.total, let left = Self.time(Double(total - progress.completed) / rate) {
            figures.append(left + " left")
        }
        return figures
    }

    /// As many of the figures as there is room for.
    private func fitting(_ figures: [String]) -> String {
        var figures = figures
        while figures.count > 1, figures.joined(separator: "  ").count > columns { figures.removeLast() }
        return String(figures.joined(separator: "  ").prefix(max(0, columns)))
    }

    private func bar(_ fraction: Double, _ width: Int) -> String {
        let filled = Int(fraction * Double(width))
        let (full, empty) = isUnicode ? ("█", "░") : ("#", "-")
        return String(repeating: full, count: filled) + String(repeating: empty, count: width - filled)
    }

    /// `m:ss` or `h:mm:ss`; `nil` of what nobody waits for.
    private static func time(_ seconds: Double) -> String? {
        guard seconds < 360_000 else { return nil }
        let whole = Int(max(0, seconds).rounded(.up))
        let parts = whole < 3600 ? [whole / 60, whole % 60] : [whole / 3600, whole / 60 % 60, whole % 60]
        return parts.enumerated().map { place, part in (place > 0 && part < 10 ? "0" : "") + "\(part)" }
            .joined(separator: ":")
    }
}
