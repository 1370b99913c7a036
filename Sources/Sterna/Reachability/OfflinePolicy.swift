/// What a client does while there is no network, as far as the system is sure of that.
///
/// Targets on this machine, such as `localhost` and unix sockets, are never offline. The monitor is a hint: where it is
/// not sure, and where it says that there is a network, the request is sent, and the answer decides.
public struct OfflinePolicy: Sendable {
    /// What is done.
    public enum Behaviour: Hashable, Sendable {
        /// The call fails at once as `offline`; nothing is sent.
        case failAtOnce
        /// The call waits for the network, before the first attempt and before each further one: so long each time, and
        /// never beyond the deadline of the call. Then it fails as `offline`.
        case wait(upTo: Duration)
    }

    /// What tells whether there is a network.
    public var monitor: NetworkMonitor
    /// What is done while there is none.
    public var behaviour: Behaviour

    /// A policy.
    public init(_ behaviour: Behaviour, _ monitor: NetworkMonitor) {
        self.behaviour = behaviour
        self.monitor = monitor
    }

    /// Calls fail at once.
    public static func failAtOnce(_ monitor: NetworkMonitor = NetworkMonitor()) -> OfflinePolicy {
        OfflinePolicy(.failAtOnce, monitor)
    }

    /// Calls wait for the network.
    public static func wait(upTo limit: Duration, _ monitor: NetworkMonitor = NetworkMonitor()) -> OfflinePolicy {
        OfflinePolicy(.wait(upTo: limit), monitor)
    }
}
