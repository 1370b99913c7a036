#if canImport(Darwin)
import Security

/// Whether a server is trusted where the caller has a say in it.
struct ServerTrust {
    private let trust: SecTrust

    init(_ trust: SecTrust) {
        self.trust = trust
    }

    func verdict(by tls: TLSOptions) -> ChallengeVerdict {
        guard tls.verifiesServer else { return .answer(.useCredential, URLCredential(trust: trust)) }
        guard let file = tls.authorities else { return .answer(.performDefaultHandling, nil) }
        let anchors = Self.certificates(in: file)
        guard !anchors.isEmpty else { return .refuse(.noTrustStore) }
        guard SecTrustSetAnchorCertificates(trust, anchors as CFArray) == errSecSuccess,
            SecTrustSetAnchorCertificatesOnly(trust, true) == errSecSuccess,
            SecTrustEvaluateWithError(trust, nil)
        else { return .refuse(.unknownCA) }
        return .answer(.useCredential, URLCredential(trust: trust))
    }

    /// The certificates of a file in PEM (RFC 7468).
    private static func certificates(in path: String) -> [SecCertificate] {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
        return text.components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst().compactMap { part in
            let encoded = part.components(separatedBy: "-----END CERTIFICATE-----")[0]
            let data = Data(base64Encoded: encoded, options: .ignoreUnknownCharacters)
            return data.flatMap { SecCertificateCreateWithData(nil, $0 as CFData) }
        }
    }
}
#endif
