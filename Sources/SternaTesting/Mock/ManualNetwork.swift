public import Sterna

/// A network that a test switches off and on.
///
/// ```swift
/// let network = ManualNetwork()
/// let monitor = NetworkMonitor(network)
/// network.change(to: .none)
/// ```
public final class ManualNetwork: NetworkSource {
    private struct State: Sendable {
        var path: NetworkPath
        var update: (@Sendable (NetworkPath) -> Void)?
    }

    private let state: Lock<State>

    /// A network with a path. Default: a wired one over IPv4.
    public init(_ path: NetworkPath = .wired) {
        state = Lock(State(path: path))
    }

    /// Tells of another path.
    public func change(to path: NetworkPath) {
        let update = state.withLock { state in
            state.path = path
            return state.update
        }
        update?(path)
    }

    /// Takes who is told of changes.
    public func start(_ update: @escaping @Sendable (NetworkPath) -> Void) -> NetworkPath {
        state.withLock { state in
            state.update = update
            return state.path
        }
    }

    /// Tells nobody any more.
    public func stop() {
        state.withLock { $0.update = nil }
    }

    /// Whether a monitor listens.
    public var isListenedTo: Bool { state.withLock { $0.update != nil } }
}

extension NetworkPath {
    /// A wired network over IPv4.
    public static let wired = NetworkPath(
        isSatisfied: true, interfaces: [NetworkInterface(name: "eth0", kind: .wired)], supportsIPv4: true)
    /// No network.
    public static let none = NetworkPath(isSatisfied: false)
}
