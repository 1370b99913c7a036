/// What a client writes about its calls, and where to.
///
/// ```swift
/// $0.log = CallLog(.calls) { line in print(line) }
/// ```
///
/// Whatever is secret is masked, as everywhere (``HTTPRequest/redaction``). A body that is a stream is never read for
/// the log.
public struct CallLog: Sendable {
    /// How much is written.
    public enum Level: Int, Sendable, Hashable, CaseIterable, Comparable {
        /// Nothing, for a level that is set elsewhere.
        case nothing
        /// One line a call: method, URL, status or error, attempts, time, bytes.
        case calls
        /// Also each attempt, with the fields of its request and its answer.
        case fields
        /// Also bodies that are text, masked, up to ``CallLog/bodyLimit``.
        case bodies

        /// Whether the one level writes less than the other.
        public static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
    }

    /// How much is written. Default: one line a call.
    public var level: Level
    /// The most of a body that is written, in bytes. Default: 4096.
    public var bodyLimit = 4096
    let write: @Sendable (String) -> Void

    /// A log.
    ///
    /// - Parameters:
    ///   - level: how much is written.
    ///   - write: takes one entry, of one line or more, without a line break at its end. It is called in the call's own
    ///     task, possibly by several calls at once.
    public init(_ level: Level = .calls, write: @escaping @Sendable (String) -> Void) {
        self.level = level
        self.write = write
    }
}
