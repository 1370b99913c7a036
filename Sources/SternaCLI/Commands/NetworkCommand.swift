import Sterna

/// `sterna network`: shows whether there is a network, and on request each change.
struct NetworkCommand: Sendable {
    let watches: Bool

    /// Prints one line for each path; the exit code is 6 where there is no network.
    func run() async -> Int32 {
        let monitor = NetworkMonitor()
        do {
            guard watches else {
                try DescriptorWriter.output.write("\(monitor.path)\n")
                return monitor.path.isOffline ? APIError.Kind.offline.exitCode : 0
            }
            for await path in monitor.changes { try DescriptorWriter.output.write("\(path)\n") }
            return 130
        } catch is ClosedPipe {
            return 0
        } catch is CancellationError {
            return 130
        } catch {
            return APIError.Kind.fileSystem.exitCode
        }
    }
}
