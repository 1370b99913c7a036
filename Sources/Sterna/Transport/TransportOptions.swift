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

/// The highest version of HTTP that a transport speaks.
public enum HTTPVersion: String, Sendable, Hashable, CaseIterable {
    /// HTTP/1.1 alone.
    case http1 = "1.1"
    /// HTTP/2 where the server agrees to it within TLS, HTTP/1.1 elsewhere.
    case http2 = "2"
}

/// Where a transport takes its proxy from.
public enum ProxyOption: Sendable, Hashable {
    /// From `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, as curl reads them.
    case environment
    /// No proxy, whatever the environment says.
    case none
    /// This proxy, but for the hosts in `bypass`, which is written as in `no_proxy`.
    case url(URI, bypass: String = "")
}

/// An address that stands for a host and a port.
public struct ResolveOverride: Sendable, Hashable {
    /// The host as it stands in URLs.
    public var host: String
    /// The port as it stands in URLs.
    public var port: Int
    /// The address to connect to.
    public var address: String

    /// An address for a host and a port.
    public init(host: String, port: Int, address: String) {
        self.host = host
        self.port = port
        self.address = address
    }
}
