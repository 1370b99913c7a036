#if canImport(os)
public import os

extension CallLog {
    /// A log in the system's log, where Console and Xcode show it. What is secret is masked already, so the lines are
    /// public in it.
    public init(_ level: Level = .calls, logger: Logger) {
        self.init(level) { line in logger.info("\(line, privacy: .public)") }
    }
}
#endif
