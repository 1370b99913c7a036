public import Observation
public import Sterna

/// Whether there is a network, for a banner.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@Observable
public final class NetworkStatus {
    /// The path now.
    public private(set) var path: NetworkPath

    @ObservationIgnored private let listening: Task<Void, Never>

    /// The status that a monitor tells.
    public init(_ monitor: NetworkMonitor = NetworkMonitor()) {
        path = monitor.path
        let changes = monitor.changes
        let box = Box()
        listening = Task {
            // The status holds the monitor, and nothing holds the status.
            defer { withExtendedLifetime(monitor) {} }
            for await path in changes { box.status?.path = path }
        }
        box.status = self
    }

    deinit {
        listening.cancel()
    }

    /// Whether there is a network, as far as the system knows: it is a hint.
    public var isOnline: Bool { !path.isOffline }

    private final class Box {
        weak var status: NetworkStatus?
    }
}
