#if canImport(Darwin)
import Darwin
private typealias FileActions = posix_spawn_file_actions_t?
private var noActions: FileActions { nil }
private var noAttributes: posix_spawnattr_t? { nil }
#else
import Glibc
private typealias FileActions = posix_spawn_file_actions_t
private var noActions: FileActions { FileActions() }
private var noAttributes: posix_spawnattr_t { posix_spawnattr_t() }
#endif

/// A program that a test started. Its output goes to files, so that nothing blocks however much it writes.
package struct ChildProcess: Sendable {
    /// How a program ended, and what it wrote.
    package struct Outcome: Sendable {
        /// The exit code; 128 + the signal's number when a signal ended it, as a shell says it.
        package let code: Int32
        /// What it wrote to its standard output.
        package let output: Data
        /// What it wrote to its standard error.
        package let errors: Data

        /// The output as text.
        package var text: String { String(decoding: output, as: UTF8.self) }
        /// The errors as text.
        package var errorText: String { String(decoding: errors, as: UTF8.self) }
    }

    /// A program could not be started, or did not do what was expected of it.
    package struct Failure: Error, CustomStringConvertible {
        /// What happened.
        package let description: String

        package init(_ description: String) {
            self.description = description
        }
    }

    /// The process's number.
    package let pid: Int32
    /// The folder that holds the files `stdin`, `stdout` and `stderr`; ``outcome(within:)`` removes it.
    private let folder: TemporaryFolder
    private let program: String

    /// Starts a program. `program` without a slash is looked up in `PATH` and in the folders for servers.
    ///
    /// - Parameters:
    ///   - input: What it reads from its standard input.
    ///   - environment: Replaces the test's own environment; `nil` passes that on.
    package static func start(
        _ program: String, _ arguments: [String] = [], input: Data = Data(), environment: [String: String]? = nil
    ) throws -> ChildProcess {
        let folder = try TemporaryFolder()
        try input.write(to: folder.url("stdin"))
        let path = try self.path(of: program)
        let variables = environment ?? ProcessInfo.processInfo.environment
        let pid = try spawn(path, arguments, variables.map { "\($0)=\($1)" }) { actions in
            open(0, folder.path("stdin"), O_RDONLY, &actions)
            open(1, folder.path("stdout"), O_WRONLY | O_CREAT | O_TRUNC, &actions)
            open(2, folder.path("stderr"), O_WRONLY | O_CREAT | O_TRUNC, &actions)
        }
        return ChildProcess(pid: pid, folder: folder, program: program)
    }

    /// Runs a program to its end.
    ///
    /// - Throws: ``Failure`` when it does not end in time; it is killed then.
    package static func run(
        _ program: String, _ arguments: [String] = [], input: Data = Data(), environment: [String: String]? = nil,
        within limit: Duration = .seconds(60)
    ) async throws -> Outcome {
        try await start(program, arguments, input: input, environment: environment).outcome(within: limit)
    }

    /// Sends a signal.
    package func send(_ signal: Int32) {
        kill(pid, signal)
    }

    /// What it has written to its standard output so far.
    package var outputSoFar: Data { (try? Data(contentsOf: folder.url("stdout"))) ?? Data() }

    /// What it has written to its standard error so far.
    package var errorsSoFar: Data { (try? Data(contentsOf: folder.url("stderr"))) ?? Data() }

    /// Waits until the program has ended. Call it once.
    ///
    /// - Throws: ``Failure`` when it does not end in time; it is killed then.
    package func outcome(within limit: Duration = .seconds(60)) async throws -> Outcome {
        defer { folder.remove() }
        let deadline = ContinuousClock.now + limit
        while ContinuousClock.now < deadline {
            if let code = Self.reap(pid) { return Outcome(code: code, output: outputSoFar, errors: errorsSoFar) }
            try? await Task.sleep(for: .milliseconds(3))
        }
        kill(pid, SIGKILL)
        while Self.reap(pid) == nil { try? await Task.sleep(for: .milliseconds(3)) }
        throw Failure("\(program) did not end within \(limit): \(String(decoding: errorsSoFar, as: UTF8.self))")
    }
}

extension ChildProcess {
    /// The exit code of a process that has ended, `nil` while it runs.
    static func reap(_ pid: pid_t) -> Int32? {
        var status: Int32 = 0
        guard waitpid(pid, &status, WNOHANG) == pid else { return nil }
        let signal = status & 0x7f
        return signal == 0 ? (status >> 8) & 0xff : 128 + signal
    }

    /// The path of a program; servers often lie outside of a user's `PATH`.
    static func path(of program: String) throws -> String {
        if program.contains("/") { return program }
        let places = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        for place in places + ["/usr/sbin", "/usr/local/sbin", "/usr/bin", "/bin"] {
            let path = "\(place)/\(program)"
            if access(path, X_OK) == 0 { return path }
        }
        throw Failure("there is no program \(program): run Scripts/install test")
    }

    /// Starts a process with default signals. A thread of Swift's pool blocks signals, and a child inherits that: it
    /// could not be ended with SIGTERM.
    private static func spawn(
        _ path: String, _ arguments: [String], _ environment: [String], _ prepare: (inout FileActions) -> Void
    ) throws -> pid_t {
        var actions = noActions
        var attributes = noAttributes
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        prepare(&actions)
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let words = ([path] + arguments).map { strdup($0) } + [nil]
        let variables = environment.map { strdup($0) } + [nil]
        defer { (words + variables).forEach { free($0) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, path, &actions, &attributes, words, variables)
        guard code == 0 else { throw Failure("\(path) cannot be started: \(String(cString: strerror(code)))") }
        return pid
    }

    private static func open(_ number: Int32, _ path: String, _ flags: Int32, _ actions: inout FileActions) {
        posix_spawn_file_actions_addopen(&actions, number, path, flags, 0o600)
    }
}

extension ChildProcess {
    /// Starts a server that lives as long as the test's process: a shell reads from a pipe whose other end only the
    /// test holds, and ends the server when the pipe closes, in whatever way the test ended.
    ///
    /// - Parameter folder: A folder to remove when the server has ended.
    package static func serve(
        _ program: String, _ arguments: [String], log: String, removing folder: String = ""
    ) throws -> ServerProcess {
        var ends: (Int32, Int32) = (0, 0)
        let made = withUnsafeMutablePointer(to: &ends) {
            $0.withMemoryRebound(to: Int32.self, capacity: 2) { pipe($0) }
        }
        guard made == 0 else { throw Failure("no pipe: \(String(cString: strerror(errno)))") }
        let (reading, writing) = ends
        _ = fcntl(writing, F_SETFD, FD_CLOEXEC)
        _ = fcntl(reading, F_SETFD, FD_CLOEXEC)
        defer { close(reading) }
        let script = #""$@" 3<&- & child=$!; read -r _ <&3; kill -TERM $child; wait $child; [ -z "$0" ] || rm -rf "$0""#
        let words = ["-c", script, folder, try path(of: program)] + arguments
        let environment = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
        do {
            let pid = try spawn("/bin/sh", words, environment) { actions in
                posix_spawn_file_actions_adddup2(&actions, reading, 3)
                open(0, "/dev/null", O_RDONLY, &actions)
                open(1, log, O_WRONLY | O_CREAT | O_APPEND, &actions)
                open(2, log, O_WRONLY | O_CREAT | O_APPEND, &actions)
            }
            return ServerProcess(guardian: pid, leash: writing, log: log)
        } catch {
            close(writing)
            throw error
        }
    }
}
