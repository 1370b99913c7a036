#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A file that could not be read or written, and why.
public struct FileFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where the file lies.
    public let path: String
    /// What is wrong.
    public let reason: String
    /// The system's code (`errno`); 0 when the system has no part in it.
    public let code: Int32

    package init(_ path: String, _ reason: String, _ code: Int32 = 0) {
        self.path = path
        self.reason = reason
        self.code = code
    }

    /// Whether the name was to be a new one and is taken.
    package var isTaken: Bool { code == EEXIST }

    /// The path, what is wrong, and the system's words.
    public var description: String {
        code == 0 ? "\(path) \(reason)" : "\(path) \(reason): \(String(cString: strerror(code)))"
    }
}
