/// Where a URI's resource lives: scheme, host and port (RFC 9110 §4.3.1). Two URIs of one origin may share credentials
/// and cookies.
public struct Origin: Hashable, Sendable, CustomStringConvertible {
    /// `http` or `https`.
    public let scheme: String
    /// The host in lower-case ASCII; an IPv6 address with its brackets.
    public let host: String
    /// The port, also when it is the scheme's own.
    public let port: Int

    init(scheme: String, host: String, port: Int) {
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    /// The origin as text, without the scheme's own port.
    public var description: String {
        "\(scheme)://\(host)" + (port == (scheme == "https" ? 443 : 80) ? "" : ":\(port)")
    }
}
