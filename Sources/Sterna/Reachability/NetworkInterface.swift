/// An interface of the machine to a network.
public struct NetworkInterface: Hashable, Sendable, CustomStringConvertible {
    /// What kind of network it leads to.
    public enum Kind: String, Hashable, Sendable {
        /// A cable.
        case wired
        /// A wireless network nearby.
        case wifi
        /// A mobile network, which may cost money.
        case cellular
        /// The machine itself.
        case loopback
        /// Anything else, such as a tunnel.
        case other
    }

    /// How the system calls it: `eth0`, `en0`.
    public let name: String
    /// What kind of network it leads to.
    public let kind: Kind

    /// An interface.
    public init(name: String, kind: Kind) {
        self.name = name
        self.kind = kind
    }

    /// Name and kind: `eth0 (wired)`.
    public var description: String { "\(name) (\(kind.rawValue))" }
}
