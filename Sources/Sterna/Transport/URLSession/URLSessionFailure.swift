#if !canImport(Darwin) && URLSession
import FoundationNetworking
#endif

#if !canImport(Darwin) && URLSession
import struct Foundation.URLError
#endif

#if canImport(Darwin) || URLSession
/// What URLSession's errors mean in the words of ``APIError``. On Linux many failures share one code: the words of the
/// libcurl beneath and what has come so far tell them apart.
struct URLSessionFailure {
    let kind: APIError.Kind
    let detail: String
    let code: Int
    let words: String
    private let hasHead: Bool

    init(_ error: any Error, expected: Int64?, received: Int64, isDecoded: Bool, hasHead: Bool) {
        let known = error as? URLError
        code = known?.code.rawValue ?? URLError.Code.unknown.rawValue
        words = error.localizedDescription
        self.hasHead = hasHead
        let told = Self.kind(of: words.lowercased())
        var kind = told ?? known.flatMap { Self.kind(of: $0.code) } ?? .connectionLost
        let isShort = expected.map { received < $0 } ?? false
        if kind == .connectionLost, hasHead {
            kind = isDecoded ? .decompression : isShort ? .truncated : .connectionLost
        }
        self.kind = kind
        detail =
            kind == .truncated && expected != nil
            ? "the body ended after \(received) of \(expected ?? 0) bytes" : words
    }

    func phase(isSent: Bool) -> TransportFault.Phase {
        switch kind {
        case .dns, .connect, .tls, .proxy, .offline, .invalidRequest: .connect
        default: hasHead ? .receive : isSent ? .wait : .send
        }
    }

    /// What a code means by itself; `nil` of one that many failures share.
    private static func kind(of code: URLError.Code) -> APIError.Kind? {
        switch code {
        case .cannotFindHost, .dnsLookupFailed: .dns
        case .cannotConnectToHost: .connect
        case .notConnectedToInternet, .internationalRoamingOff, .dataNotAllowed, .callIsActive: .offline
        case .timedOut: .timedOut(.idle)
        case .badURL: .invalidRequest
        case .appTransportSecurityRequiresSecureConnection: .invalidRequest
        case .badServerResponse, .cannotParseResponse, .unsupportedURL: .malformedResponse
        case .cannotDecodeRawData, .cannotDecodeContentData: .decompression
        case .dataLengthExceedsMaximum: .tooLarge
        case .serverCertificateHasBadDate, .serverCertificateNotYetValid: .tls(.expired)
        case .serverCertificateHasUnknownRoot: .tls(.unknownCA)
        case .serverCertificateUntrusted: .tls(.unknownCA)
        case .clientCertificateRejected, .clientCertificateRequired: .tls(.other)
        default: nil
        }
    }

    private static func kind(of words: String) -> APIError.Kind? {
        let table: [(APIError.Kind, [String])] = [
            (.decompression, ["content encoding", "unencoding"]),
            (.truncated, ["outstanding read data", "end of response with", "partial file", "bytes missing"]),
            (
                .malformedResponse,
                [
                    "chunked-encoding", "chunk hex", "hexadecimal", "http/0.9", "weird", "writing header", "nul byte",
                    "status line",
                ]
            ),
            (.malformedResponse, ["unsupported http", "invalid content-length", "header without colon"]),
            (.tooLarge, ["too large response headers", "header line", "out of memory"]),
            (.tls(.expired), ["certificate has expired", "not yet valid"]),
            (.tls(.selfSigned), ["self-signed certificate", "self signed certificate"]),
            (.tls(.unknownCA), ["unable to get local issuer", "issuer certificate"]),
            (.tls(.wrongHost), ["subject name", "host name"]),
            (.tls(.protocolVersion), ["protocol version", "wrong version number", "unsupported protocol"]),
            (.tls(.other), ["ssl", "tls", "certificate"]),
            (.connectionLost, ["empty reply", "recv failure", "send failure"]),
        ]
        return table.first { _, parts in parts.contains { words.contains($0) } }?.0
    }
}
#endif
