#if os(Linux)
/// What messages of the system add up to. It is fed messages and says what the path is.
struct NetlinkState {
    private var links: [Int32: NetlinkMessage.Link] = [:]
    private var kinds: [Int32: NetworkInterface.Kind] = [:]
    private var addresses: Set<NetlinkMessage.Address> = []
    private var routes: Set<NetlinkMessage.Route> = []
    /// A list of the routes that is under way, and takes the place of the old one when it is complete.
    private var listed: Set<NetlinkMessage.Route>?
    /// Whether the system kept a list from us: what the others say is then no path.
    private var isRefused = false
    /// Tells the kind of an interface by its name and its hardware.
    private let kind: (_ name: String, _ hardware: UInt16) -> NetworkInterface.Kind

    init(kind: @escaping (_ name: String, _ hardware: UInt16) -> NetworkInterface.Kind) {
        self.kind = kind
    }

    /// Takes a message: one of a list that was asked for, or a change.
    mutating func take(_ message: NetlinkMessage, ofList isListed: Bool = false) {
        switch message {
        case .link(let link):
            links[link.index] = link
            kinds[link.index] = kind(link.name, link.hardware)
            // The system drops the routes of IPv4 without a word.
            if !link.isUp { dropRoutes(of: link.index) }
        case .linkGone(let index):
            links[index] = nil
            addresses = addresses.filter { $0.link != index }
            dropRoutes(of: index, alsoIPv6: true)
        case .address(let address):
            addresses.remove(address)
            addresses.insert(address)
        case .addressGone(let address):
            addresses.remove(address)
            let isLast = !addresses.contains { $0.link == address.link && !$0.isIPv6 }
            if !address.isIPv6, isLast { dropRoutes(of: address.link) }
        case .route(let route):
            listed?.insert(route)
            if !isListed || listed == nil { routes.insert(route) }
        case .routeGone(let route):
            listed?.remove(route)
            routes.remove(route)
        case .refused: isRefused = true
        case .done, .other: break
        }
    }

    /// The default routes are about to be told again.
    mutating func beginRoutes() {
        listed = []
    }

    /// All default routes were told.
    mutating func endRoutes() {
        routes = listed ?? routes
        listed = nil
    }

    private mutating func dropRoutes(of index: Int32, alsoIPv6: Bool = false) {
        routes = routes.filter { $0.link != index || $0.isIPv6 && !alsoIPv6 }
        listed = listed?.filter { $0.link != index || $0.isIPv6 && !alsoIPv6 }
    }

    /// Whether the routes have to be asked for again: some go without a word.
    static func makesRoutesDoubtful(_ message: NetlinkMessage) -> Bool {
        switch message {
        case .link(let link): !link.isUp
        case .linkGone, .addressGone: true
        default: false
        }
    }

    /// The path as it is now.
    var path: NetworkPath {
        guard !isRefused else { return .unknown }
        let up = links.values.filter { $0.isUp }.sorted { $0.index < $1.index }
        let outward = up.filter { kinds[$0.index] != .loopback }
        func leads(_ link: NetlinkMessage.Link, _ isIPv6: Bool) -> Bool {
            addresses.contains { $0.link == link.index && $0.isIPv6 == isIPv6 && $0.isUsable }
                && routes.contains { $0.isIPv6 == isIPv6 && ($0.link ?? link.index) == link.index }
        }
        let (v4, v6) = (outward.contains { leads($0, false) }, outward.contains { leads($0, true) })
        let named = outward.filter { link in addresses.contains { $0.link == link.index } }
        let shown = named.isEmpty ? up.filter { kinds[$0.index] == .loopback } : named
        return NetworkPath(
            isSatisfied: v4 || v6,
            interfaces: shown.map { NetworkInterface(name: $0.name, kind: kinds[$0.index] ?? .other) },
            supportsIPv4: v4, supportsIPv6: v6)
    }
}
#endif
