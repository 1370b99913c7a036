import Sterna

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Keeps a ``ProgressBar`` on a terminal: at most ten times a second, and not for what is over at once.
final class ProgressDisplay: Sendable {
    private struct State: Sendable {
        var rate = TransferRate()
        var nextAt: ContinuousClock.Instant
        var isShown = false
        var isOver = false
    }

    private static let patience = Duration.milliseconds(250)
    private static let pace = Duration.milliseconds(100)

    private let writer: DescriptorWriter
    private let isUnicode: Bool
    private let state: Lock<State>

    /// `nil` where no person looks, or the terminal cannot go back to the start of a line.
    init?(_ writer: DescriptorWriter = .error) {
        guard writer.isTerminal, Environment["TERM"] != "dumb" else { return nil }
        self.writer = writer
        isUnicode = Self.hasUnicode { Environment[$0] }
        state = Lock(State(nextAt: .now + Self.patience))
    }

    /// Shows the progress, unless the last time was just now. A terminal that takes nothing is not waited for.
    func show(_ progress: TransferProgress) {
        let now = ContinuousClock.now
        let rate = state.withLock { state -> Double?? in
            guard !state.isOver, now >= state.nextAt || state.rate.bytesPerSecond == nil else { return nil }
            state.rate.note(progress.completed, at: now)
            guard now >= state.nextAt else { return nil }
            state.nextAt = now + Self.pace
            state.isShown = true
            return state.rate.bytesPerSecond
        }
        guard let rate else { return }
        let bar = ProgressBar(isUnicode: isUnicode, columns: Self.columns(of: writer.descriptor) - 1)
        writer.writeIfReady("\r" + bar.line(progress, rate: rate) + Self.eraseRest)
    }

    /// Takes the bar away; it does not come back.
    func clear() {
        let wasShown = state.withLock { state in
            defer { (state.isShown, state.isOver) = (false, true) }
            return state.isShown
        }
        if wasShown { writer.writeIfReady("\r" + Self.eraseRest) }
    }

    private static let eraseRest = "\u{1B}[K"

    /// Whether the locale of these variables has more than ASCII; the console of Linux has no glyphs for it.
    static func hasUnicode(_ environment: (String) -> String?) -> Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first ?? ""
        let coding = locale.uppercased().filter { $0 != "-" }
        return coding.contains("UTF8") && environment("TERM") != "linux"
    }

    private static func columns(of descriptor: Int32) -> Int {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
