/// An interface of the machine to a network.
public struct NetworkInterface: Hashable, Sendable, CustomStringConvertible {
    /// What kind of network it leads to.
    public enum Kind: String, Hashable, Sendable {
        case wired, wifi, cellular, loopback, other
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
