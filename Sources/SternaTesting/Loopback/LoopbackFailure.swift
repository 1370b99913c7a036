#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Why a ``LoopbackServer`` could not start: the call that failed and the system's words.
public struct LoopbackFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was tried, such as `bind 127.0.0.1:8080`.
    public let action: String
    /// The system's error number; 0 when the failure is not the system's.
    public let code: Int32
    /// The system's words for it.
    public let reason: String

    init(_ action: String, code: Int32 = errno) {
        self.action = action
        self.code = code
        reason = String(cString: strerror(code))
    }

    init(_ action: String, reason: String) {
        self.action = action
        code = 0
        self.reason = reason
    }

    /// What was tried and why it failed.
    public var description: String { "\(action): \(reason)" }
}
