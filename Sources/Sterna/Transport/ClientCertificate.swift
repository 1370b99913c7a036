/// What a client shows a server that asks who it is: a certificate and its private key, as files in PEM.
public struct ClientCertificate: Hashable, Sendable {
    /// The path of the certificate, with those of its issuers after it where the server needs them.
    public var certificate: String
    /// The path of the private key, without a passphrase.
    public var key: String

    /// A certificate and its key.
    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}
