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
