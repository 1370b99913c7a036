/// What the system knows of the network at a moment.
///
/// It is a hint: a path that is satisfied says nothing of the server, and only an answer proves that it is reached.
public struct NetworkPath: Hashable, Sendable {
    /// Whether there is a way out of this machine: an interface that is up, with an address of its own and a default
    /// route.
    public var isSatisfied: Bool
    /// Whether the system could be asked. Where it cannot, as in a container that may not, the path counts as satisfied
    /// and nothing is refused because of it.
    public var isCertain: Bool
    /// The interfaces that are up and have an address, the loopback only where there is no other.
    public var interfaces: [NetworkInterface]
    /// Whether there is a way out over IPv4.
    public var supportsIPv4: Bool
    /// Whether there is a way out over IPv6.
    public var supportsIPv6: Bool
    /// Whether bytes cost money, as over cellular or a hotspot. Apple's systems tell; elsewhere it is `false`.
    public var isExpensive: Bool
    /// Whether the user asked to save data. Apple's systems tell; elsewhere it is `false`.
    public var isConstrained: Bool

    /// A path; what is left out is not there.
    public init(
        isSatisfied: Bool, isCertain: Bool = true, interfaces: [NetworkInterface] = [], supportsIPv4: Bool = false,
        supportsIPv6: Bool = false, isExpensive: Bool = false, isConstrained: Bool = false
    ) {
        self.isSatisfied = isSatisfied
        self.isCertain = isCertain
        self.interfaces = interfaces
        self.supportsIPv4 = supportsIPv4
        self.supportsIPv6 = supportsIPv6
        self.isExpensive = isExpensive
        self.isConstrained = isConstrained
    }

    /// The path where the system cannot be asked.
    public static let unknown = NetworkPath(isSatisfied: true, isCertain: false)

    /// Whether the system is sure that there is no network.
    public var isOffline: Bool { isCertain && !isSatisfied }
}

extension NetworkPath: CustomStringConvertible {
    /// The path in a line: `satisfied: eth0 (wired), IPv4 and IPv6`.
    public var description: String {
        guard isCertain else { return "unknown: the system could not be asked, so a network is assumed" }
        let names = interfaces.map(\.description)
        let versions = [(supportsIPv4, "IPv4"), (supportsIPv6, "IPv6")].filter(\.0).map(\.1)
        let costs = [(isExpensive, "expensive"), (isConstrained, "constrained")].filter(\.0).map(\.1)
        let parts = names + (versions.isEmpty ? [] : [versions.joined(separator: " and ")]) + costs
        return (isSatisfied ? "satisfied" : "unsatisfied") + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", "))
    }
}
