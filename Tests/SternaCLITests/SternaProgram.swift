import Sterna
import TestSupport

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The built program, run as a person runs it.
enum SternaProgram {
    /// Beside the test bundle.
    static let path: String = {
        if let path = ProcessInfo.processInfo.environment["STERNA_BINARY"] { return path }
        #if canImport(Darwin)
        let folder = #filePath.components(separatedBy: "/Tests/")[0] + "/.build/debug"
        #else
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let own = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        let folder = own.prefix(upTo: own.lastIndex(of: "/") ?? own.startIndex)
        #endif
        return folder + "/sterna"
    }()

    /// Runs it to its end. The environment has no proxy and nothing of the test's own.
    static func run(
        _ words: [String], input: Data = Data(), environment: [String: String] = [:]
    ) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(path, words, input: input, environment: surroundings(environment))
    }

    /// Starts it.
    static func start(_ words: [String], environment: [String: String] = [:]) throws -> ChildProcess {
        try ChildProcess.start(path, words, environment: surroundings(environment))
    }

    /// Runs a script of the shell, in which `sterna` is the program.
    static func shell(_ script: String) async throws -> ChildProcess.Outcome {
        let function = "sterna() { \"\(path)\" \"$@\"; }\n"
        return try await ChildProcess.run("/bin/bash", ["-c", function + script], environment: surroundings([:]))
    }

    private static func surroundings(_ environment: [String: String]) -> [String: String] {
        var result = environment
        for name in ["PATH", "LD_LIBRARY_PATH", "HOME", "TSAN_OPTIONS", "ASAN_OPTIONS"] {
            result[name] = result[name] ?? ProcessInfo.processInfo.environment[name]
        }
        return result
    }
}

/// A report, as a script reads it.
struct ReportRecord: Decodable {
    struct Attempt: Decodable {
        struct Timings: Decodable {
            var dns, connect, tls, first_byte, total: Double
        }
        var number: Int
        var status: Int?
        var error: String?
        var delay_s: Double?
        var http: String?
        var reused: Bool
        var timings_ms: Timings
    }
    struct Failure: Decodable {
        var kind, family, message, user_message: String
        var retryable: Bool
    }
    struct Hop: Decodable {
        var status: Int
        var url: String
    }
    var outcome: String
    var status: Int?
    var attempts: [Attempt]
    var redirects: [Hop]
    var error: Failure?
    var body_bytes: Int64
    var wire_bytes: Int64

    /// Runs the program with `--report` and reads what it wrote.
    static func of(
        _ words: [String], input: Data = Data()
    ) async throws -> (outcome: ChildProcess.Outcome, report: ReportRecord) {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path("report.json")
        let outcome = try await SternaProgram.run(words + ["--report", path], input: input)
        return (outcome, try read(path))
    }

    static func read(_ path: String) throws -> ReportRecord {
        try JSONDecoder().decode(ReportRecord.self, from: try Data(contentsOf: URL(fileURLWithPath: path)))
    }
}
