#if canImport(Network)
import Dispatch
import Network

/// The system's own source.
enum PlatformNetwork {
    static func source() -> any NetworkSource { PathMonitorSource() }
}

/// NWPathMonitor as a source. Not run on this project's machines.
private final class PathMonitorSource: NetworkSource {
    private let monitor = NWPathMonitor()

    func start(_ update: @escaping @Sendable (NetworkPath) -> Void) -> NetworkPath {
        monitor.pathUpdateHandler = { update(NetworkPath($0)) }
        monitor.start(queue: DispatchQueue(label: "sterna.network"))
        // What it knows before it has told of anything is no knowledge: calls would be refused at the start.
        return .unknown
    }

    func stop() {
        monitor.cancel()
    }
}

extension NetworkPath {
    fileprivate init(_ path: NWPath) {
        self.init(
            isSatisfied: path.status != .unsatisfied,
            interfaces: path.availableInterfaces.map { NetworkInterface(name: $0.name, kind: .init($0.type)) },
            supportsIPv4: path.supportsIPv4, supportsIPv6: path.supportsIPv6, isExpensive: path.isExpensive,
            isConstrained: path.isConstrained)
    }
}

extension NetworkInterface.Kind {
    fileprivate init(_ type: NWInterface.InterfaceType) {
        switch type {
        case .wifi: self = .wifi
        case .cellular: self = .cellular
        case .wiredEthernet: self = .wired
        case .loopback: self = .loopback
        default: self = .other
        }
    }
}
#endif
