#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A folder of a test's own, for its owner alone. It goes with ``remove()``, and at the latest with the test's process.
package struct TemporaryFolder: Sendable {
    /// The folder's path.
    package let path: String

    /// Makes the folder.
    package init() throws {
        self = try Self.make(in: try Self.ofThisRun.get().path)
    }

    private init(path: String) {
        self.path = path
    }

    /// The folder that holds all others; a process that outlives this one removes it.
    private static let ofThisRun = Result {
        let folder = try make(in: FileManager.default.temporaryDirectory.path)
        _ = try ChildProcess.serve("sleep", ["1000000"], log: "/dev/null", removing: folder.path)
        return folder
    }

    private static func make(in place: String) throws -> TemporaryFolder {
        var template = Array("\(place)/sterna-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw ChildProcess.Failure("no temporary folder in \(place): \(String(cString: strerror(errno)))")
        }
        return TemporaryFolder(path: String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    /// The path of a file in the folder.
    package func path(_ name: String) -> String { "\(path)/\(name)" }

    /// The URL of a file in the folder.
    package func url(_ name: String) -> URL { URL(fileURLWithPath: path(name)) }

    /// Writes a file and returns its path.
    @discardableResult
    package func write(_ name: String, _ text: String) throws -> String {
        try Data(text.utf8).write(to: url(name))
        return path(name)
    }

    /// Removes the folder and what is in it.
    package func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
