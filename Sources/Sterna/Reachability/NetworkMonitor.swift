/// Tells whether there is a network, and each change of it: by NWPathMonitor on Apple platforms, by netlink on Linux,
/// without asking again and again.
///
/// ```swift
/// let monitor = NetworkMonitor()
/// for await path in monitor.changes { print(path.isSatisfied) }
/// ```
///
/// Make one and share it. It stops with its last reference, and ends the sequences of those who listen.
public final class NetworkMonitor: Sendable {
    private struct State: Sendable {
        var path = NetworkPath.unknown
        /// Whether the source has told of a change.
        var isTold = false
        var listeners: [Int: AsyncStream<NetworkPath>.Continuation] = [:]
        var count = 0
    }

    /// What the source writes to: not the monitor itself, which it would keep alive.
    private final class Board: Sendable {
        let state = Lock(State())

        /// Notes a path and passes it on, if it is another one.
        func note(_ path: NetworkPath) {
            state.withLock { state in
                state.isTold = true
                guard state.path != path else { return }
                state.path = path
                // To yield runs no code of the listener, so that all get the paths in one order.
                for listener in state.listeners.values { listener.yield(path) }
            }
        }

        /// Notes the path that a source began with, unless it has told of a newer one meanwhile.
        func begin(with path: NetworkPath) {
            state.withLock { state in
                if !state.isTold { state.path = path }
            }
        }
    }

    private let source: any NetworkSource
    private let board = Board()

    /// A monitor of this machine's network.
    public convenience init() {
        self.init(PlatformNetwork.source())
    }

    /// A monitor of another source, such as `ManualNetwork` of SternaTesting.
    public init(_ source: any NetworkSource) {
        self.source = source
        let path = source.start { [board] in board.note($0) }
        board.begin(with: path)
    }

    deinit {
        source.stop()
        let listeners = board.state.withLock { Array($0.listeners.values) }
        for listener in listeners { listener.finish() }
    }

    /// The path now.
    public var path: NetworkPath { board.state.withLock { $0.path } }

    /// The path now and, in their order, all that follow: none is left out, however slow the listener is. It ends with
    /// the monitor. Several may listen.
    public var changes: AsyncStream<NetworkPath> {
        AsyncStream { listener in
            let number = board.state.withLock { state in
                state.count += 1
                state.listeners[state.count] = listener
                listener.yield(state.path)
                return state.count
            }
            listener.onTermination = { [weak board] _ in
                // It is let go of outside of the lock.
                _ = board?.state.withLock { $0.listeners.removeValue(forKey: number) }
            }
        }
    }
}
