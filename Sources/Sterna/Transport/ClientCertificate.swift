/// What a client shows a server that asks who it is: a certificate and its private key, from files that are read for
/// each connection, so that a renewed one is taken up.
///
/// Every server that asks is shown it, also one to which a redirect leads.
public struct ClientCertificate: Hashable, Sendable {
    /// How the files are written.
    public enum Format: Hashable, Sendable {
        /// Text with `-----BEGIN …-----` (RFC 7468).
        case pem
        /// One file for both, often called `.p12` or `.pfx` (RFC 7292).
        case pkcs12
    }

    /// How the files are written.
    public let format: Format
    /// The path of the certificate, with those of its issuers after it where the server needs them.
    public var certificate: String
    /// The path of the private key; in PKCS #12 that of the certificate.
    public var key: String
    /// What the key is encrypted with; empty when it is not.
    public var passphrase: Secret

    /// A certificate and its key in PEM.
    ///
    /// - Parameters:
    ///   - certificate: the path of the certificate, with those of its issuers after it where the server needs them.
    ///   - key: the path of the private key; it may be the same file.
    ///   - passphrase: what the key is encrypted with. Default: nothing.
    public init(certificate: String, key: String, passphrase: Secret = "") {
        self.init(.pem, certificate, key, passphrase)
    }

    /// A certificate and its key in one file of PKCS #12.
    public static func pkcs12(_ path: String, passphrase: Secret) -> ClientCertificate {
        ClientCertificate(.pkcs12, path, path, passphrase)
    }

    private init(_ format: Format, _ certificate: String, _ key: String, _ passphrase: Secret) {
        self.format = format
        self.certificate = certificate
        self.key = key
        self.passphrase = passphrase
    }
}
