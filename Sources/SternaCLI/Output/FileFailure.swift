import Sterna

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A file, or a standard stream, that could not be read or written.
struct FileFailure: Error, Equatable {
    /// What was tried: `read`, `write`, `create`, `replace`.
    let action: String
    /// The file, or the name of the stream.
    let path: String
    /// The system's number for the reason.
    let code: Int32

    init(_ action: String, _ path: String, code: Int32 = errno) {
        self.action = action
        self.path = path
        self.code = code
    }

    /// The system's words for the reason.
    var reason: String { String(cString: strerror(code)) }

    /// The failure as the library states it.
    var apiError: APIError {
        APIError(.fileSystem, "cannot \(action) “\(path.escapedForDisplay)”: \(reason)")
    }
}

/// The reader of standard output has gone; it has had enough.
struct ClosedPipe: Error {}
