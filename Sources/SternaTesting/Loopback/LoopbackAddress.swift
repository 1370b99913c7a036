/// Where a ``LoopbackServer`` listens. Nothing but this machine can reach it.
public enum LoopbackAddress: Hashable, Sendable {
    /// `127.0.0.1`; port 0 lets the system choose one.
    case ipv4(port: UInt16 = 0)
    /// `[::1]`; port 0 lets the system choose one.
    case ipv6(port: UInt16 = 0)
    /// A unix socket at this path, which is replaced when it is there and removed when the server stops.
    case unix(path: String)

    /// The start of URLs that reach it, such as `http://127.0.0.1:8080`; of a unix socket `http://localhost`.
    public var url: String {
        switch self {
        case .ipv4(let port): "http://127.0.0.1:\(port)"
        case .ipv6(let port): "http://[::1]:\(port)"
        case .unix: "http://localhost"
        }
    }

    /// The port; `nil` of a unix socket.
    public var port: UInt16? {
        switch self {
        case .ipv4(let port), .ipv6(let port): port
        case .unix: nil
        }
    }
}
