/// What a transport is able to do. Every transport sends requests and reads answers; these are the abilities that not
/// every one has.
///
/// Asking a transport for what it lacks is an `invalidRequest` that says so, before anything is sent.
public struct TransportCapabilities: OptionSet, Hashable, Sendable {
    /// The set as bits.
    public let rawValue: UInt32

    /// A set from bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Everything.
    public static let all = TransportCapabilities(names.map(\.capability))

    /// Connects to a unix socket (``TransportOptions/unixSocket``).
    public static let unixSockets = TransportCapabilities(rawValue: 1 << 0)
    /// Takes addresses without asking the resolver (``TransportOptions/resolve``).
    public static let resolveOverrides = TransportCapabilities(rawValue: 1 << 1)
    /// Goes through a proxy that is named, and past those that the environment names (``TransportOptions/proxy``).
    public static let proxyChoice = TransportCapabilities(rawValue: 1 << 2)
    /// Trusts authorities from a file (``TLSOptions/authorities``).
    public static let ownAuthorities = TransportCapabilities(rawValue: 1 << 3)
    /// Leaves the server's certificate unchecked (``TLSOptions/verifiesServer``).
    public static let uncheckedServers = TransportCapabilities(rawValue: 1 << 4)
    /// Refuses versions of TLS below another one than 1.2 (``TLSOptions/minimumVersion``).
    public static let minimumTLSVersion = TransportCapabilities(rawValue: 1 << 5)
    /// Keeps to HTTP/1.1 when told (``TransportOptions/httpVersion``).
    public static let httpVersionChoice = TransportCapabilities(rawValue: 1 << 6)
    /// Closes unused connections after a time of choice (``TransportOptions/idleConnectionLifetime``).
    public static let idleConnectionLifetime = TransportCapabilities(rawValue: 1 << 7)
    /// Sends bodies that are made meanwhile (``HTTPBody/chunks(length:isReplayable:contentType:_:)``), and parts of
    /// files of any size.
    public static let streamedUploads = TransportCapabilities(rawValue: 1 << 8)
    /// Connects to an IPv6 address that stands in the URL.
    public static let ipv6Addresses = TransportCapabilities(rawValue: 1 << 9)
    /// Holds the server back while nobody reads a stream. Without it, a reader that is too far behind fails with
    /// `tooLarge`.
    public static let backPressure = TransportCapabilities(rawValue: 1 << 10)
    /// Tells the time in which a connection is made from the time in which an answer is waited for. Without it,
    /// ``Timeouts/connect`` is not kept, and ``Timeouts/idle`` counts from the start.
    public static let connectTimeout = TransportCapabilities(rawValue: 1 << 11)
    /// Keeps fields apart, in their order and in their writing. Without it, the lines of one name are joined.
    public static let fieldLines = TransportCapabilities(rawValue: 1 << 12)
    /// Measures every phase, the version, the address, reuse and the bytes on the wire. Without it, ``Metrics`` holds
    /// the first byte, the total and the decoded bytes alone.
    public static let phaseMetrics = TransportCapabilities(rawValue: 1 << 13)
    /// Shows a certificate to servers that ask for one (``TLSOptions/clientCertificate``).
    public static let clientCertificates = TransportCapabilities(rawValue: 1 << 14)
    /// Demands keys of hosts (``TLSOptions/pins``).
    public static let pins = TransportCapabilities(rawValue: 1 << 15)
}

extension TransportCapabilities: CustomStringConvertible {
    /// What the abilities allow, in words: `connect to a unix socket, choose the HTTP version`.
    public var description: String {
        Self.names.filter { contains($0.capability) }.map(\.words).joined(separator: ", ")
    }

    private static let names: [(capability: TransportCapabilities, words: String)] = [
        (.unixSockets, "connect to a unix socket"),
        (.resolveOverrides, "take addresses without asking the resolver"),
        (.proxyChoice, "choose the proxy"),
        (.ownAuthorities, "trust authorities from a file"),
        (.uncheckedServers, "leave the server's certificate unchecked"),
        (.minimumTLSVersion, "set the lowest version of TLS"),
        (.httpVersionChoice, "choose the version of HTTP"),
        (.idleConnectionLifetime, "choose how long an unused connection is kept"),
        (.streamedUploads, "send a body that is made meanwhile"),
        (.ipv6Addresses, "connect to an IPv6 address in a URL"),
        (.backPressure, "hold the server back"),
        (.connectTimeout, "limit the time of connecting by itself"),
        (.fieldLines, "keep the lines of fields as they came"),
        (.phaseMetrics, "measure each phase"),
        (.clientCertificates, "show a certificate of the client"),
        (.pins, "demand keys of hosts"),
    ]
}
