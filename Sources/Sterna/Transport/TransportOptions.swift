/// How a transport connects: TLS, proxy, versions, limits of its pool.
public struct TransportOptions: Sendable, Hashable {
    /// Which certificates are trusted, and how.
    public var tls = TLSOptions()
    /// Where a proxy is taken from. Default: the environment (`http_proxy`, `https_proxy`, `no_proxy`).
    public var proxy = ProxyOption.environment
    /// A unix socket to connect to in place of the URL's host and port.
    public var unixSocket: String?
    /// Addresses to use for a host and port without asking the resolver.
    public var resolve: [ResolveOverride] = []
    /// The highest version to speak. Default: ``HTTPVersion/http2``, agreed on in the TLS handshake.
    public var httpVersion = HTTPVersion.http2
    /// The most connections to one host at a time. Default: 32.
    public var connectionsPerHost = 32
    /// How long an unused connection is kept. Default: 60 s.
    public var idleConnectionLifetime: Duration = .seconds(60)

    /// The defaults.
    public init() {}
}
