/// Which certificates a transport trusts.
public struct TLSOptions: Sendable, Hashable {
    /// A file of certificates in PEM to trust instead of the system's, of servers and of proxies; `nil` trusts the
    /// system's.
    public var authorities: String?
    /// The lowest version of TLS that is spoken. Default: 1.2.
    public var minimumVersion = TLSVersion.v1_2
    /// The certificate that the client shows to a server that asks for one. Default: none.
    public var clientCertificate: ClientCertificate?
    /// Keys that hosts must have, on top of all other checks. Default: none.
    public var pins: [Pins] = []
    /// Whether the server's certificate is checked; a proxy's always is. Default: `true`. Without the
    /// check anyone on the way can read and change everything; use ``authorities`` to trust a private authority
    /// instead.
    public var verifiesServer = true

    /// The defaults.
    public init() {}
}
