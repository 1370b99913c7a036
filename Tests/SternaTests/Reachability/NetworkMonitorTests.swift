import Sterna
import SternaTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct NetworkMonitorTests {
    @Test func `a listener gets the path now and every change in its order, equal ones once`() async {
        let network = ManualNetwork()
        let monitor = NetworkMonitor(network)
        let changes = monitor.changes
        for _ in 0..<500 {
            network.change(to: .none)
            network.change(to: .none)
            network.change(to: .wired)
        }
        var seen: [Bool] = []
        for await path in changes {
            seen.append(path.isSatisfied)
            if seen.count == 1001 { break }
        }
        #expect(seen == [true] + (0..<1000).map { $0 % 2 == 1 })
        #expect(monitor.path == .wired)
    }

    @Test func `several listen, and all end with the monitor, which lets its source go`() async {
        let network = ManualNetwork()
        var monitor: NetworkMonitor? = NetworkMonitor(network)
        let listeners = (0..<3).compactMap { _ in monitor?.changes }
        #expect(network.isListenedTo)
        network.change(to: .none)
        monitor = nil
        #expect(!network.isListenedTo)
        for listener in listeners {
            var seen: [Bool] = []
            for await path in listener { seen.append(path.isSatisfied) }
            #expect(seen == [true, false])
        }
    }

    @Test func `a change while the source begins is not lost to the path that it began with`() {
        #expect(NetworkMonitor(HastySource()).path == .none)
    }

    @Test func `a path speaks for itself`() {
        #expect(NetworkPath.unknown.isSatisfied && !NetworkPath.unknown.isOffline)
        #expect("\(NetworkPath.unknown)".hasPrefix("unknown"))
        #expect("\(NetworkPath.none)" == "unsatisfied" && NetworkPath.none.isOffline)
        #expect("\(NetworkPath.wired)" == "satisfied: eth0 (wired), IPv4")
    }

    #if os(Linux)
    @Test func `the system's monitor leaves no thread and no descriptor`() async throws {
        await #expect(processExitsWith: .success) {
            var monitor: NetworkMonitor? = NetworkMonitor()
            #expect(monitor?.path.isCertain == true)
            monitor = nil
            let before = try await settled { _ in false }
            for _ in 0..<200 { _ = NetworkMonitor().path }
            let after = try await settled { $0.descriptors <= before.descriptors && $0.threads <= before.threads }
            #expect(after.descriptors <= before.descriptors && after.threads <= before.threads, "\(before) \(after)")
        }
    }
    #endif
}

/// A source that tells of a change before it has said what it began with.
private struct HastySource: NetworkSource {
    func start(_ update: @escaping @Sendable (NetworkPath) -> Void) -> NetworkPath {
        update(.none)
        return .wired
    }

    func stop() {}
}

/// What the process takes once that holds, or after two seconds.
private func settled(_ isSettled: (ProcessUsage) -> Bool) async throws -> ProcessUsage {
    var usage = ProcessUsage.now()
    for _ in 0..<200 where !isSettled(usage) {
        try await Task.sleep(for: .milliseconds(10))
        usage = ProcessUsage.now()
    }
    return usage
}
