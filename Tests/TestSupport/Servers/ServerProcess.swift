#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A server that a test started; it ends with ``stop()``, and at the latest with the test's process.
package struct ServerProcess: Sendable {
    let guardian: pid_t
    let leash: Int32
    let log: String

    /// Ends the server.
    package func stop() {
        close(leash)
        var status: Int32 = 0
        waitpid(guardian, &status, 0)
    }

    /// Waits until the server takes connections on every port.
    func waitUntilListening(on ports: [UInt16], within limit: Duration = .seconds(30)) async throws {
        let deadline = ContinuousClock.now + limit
        for port in ports {
            while !Loopback.accepts(port) {
                guard ContinuousClock.now < deadline, kill(guardian, 0) == 0 else { throw startFailure() }
                try await Task.sleep(for: .milliseconds(10))
            }
        }
    }

    private func startFailure() -> ChildProcess.Failure {
        let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
        return ChildProcess.Failure("a server did not start: \(text.suffix(2000))")
    }
}
