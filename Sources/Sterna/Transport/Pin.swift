/// The public key of a certificate: the SHA-256 of its SubjectPublicKeyInfo (RFC 7469 §2.4), which stays the same when
/// the certificate is renewed with the same key.
///
/// `openssl x509 -in cert.pem -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary |
/// base64` prints that of a certificate.
public struct Pin: Hashable, Sendable, CustomStringConvertible {
    /// The digest.
    public let digest: Digest

    /// A pin of a digest.
    public init(_ digest: Digest) {
        self.digest = digest
    }

    /// Reads `sha256/BASE64`; curl's `sha256//BASE64` is taken too. `nil` of anything else.
    public init?(_ text: String) {
        guard text.hasPrefix("sha256/") else { return nil }
        var digits = text.dropFirst("sha256/".count)
        // 32 bytes are 44 characters, of which the first may be a slash too.
        if digits.utf8.count == 45, digits.first == "/" { digits.removeFirst() }
        guard let data = Data(base64Encoded: String(digits)), data.count == 32 else { return nil }
        digest = Digest(Array(data))
    }

    /// The pin as it is written: `sha256/BASE64`.
    public var description: String { "sha256/\(digest.base64)" }
}
