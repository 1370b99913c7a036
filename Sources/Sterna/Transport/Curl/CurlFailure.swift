#if os(Linux)
import CCurl

/// What libcurl's codes mean in the words of ``APIError``.
enum CurlFailure {
    static func kind(_ fault: TransportFault, verifyResult: Int, usesProxy: Bool) -> APIError.Kind {
        let words = fault.message
        if usesProxy, fault.phase == .connect, isOfTunnel(CURLcode(rawValue: UInt32(fault.code))) { return .proxy }
        if fault.phase != .receive, refusesClient(words) { return .tls(.other) }
        switch CURLcode(rawValue: UInt32(fault.code)) {
        case CURLE_COULDNT_RESOLVE_HOST: return .dns
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: return .proxy
        case CURLE_COULDNT_CONNECT: return .connect
        case CURLE_OPERATION_TIMEDOUT: return .timedOut(fault.phase == .connect ? .connect : .total)
        case CURLE_PARTIAL_FILE: return .truncated
        case CURLE_BAD_CONTENT_ENCODING: return .decompression
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2: return .malformedResponse
        case CURLE_OUT_OF_MEMORY where fault.phase == .wait: return .tooLarge
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
            return .tls(certificateReason(verifyResult, words))
        case CURLE_SSL_CONNECT_ERROR: return .tls(handshakeReason(words))
        case CURLE_SSL_CACERT_BADFILE: return .tls(.noTrustStore)
        case CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_NOTFOUND, CURLE_USE_SSL_FAILED,
            CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CRL_BADFILE, CURLE_SSL_CLIENTCERT:
            return .tls(.other)
        case CURLE_RECV_ERROR where words.contains("chunk"): return .malformedResponse
        case CURLE_RECV_ERROR where words.contains("Too large response headers"): return .tooLarge
        case CURLE_RECV_ERROR where words.contains("response headers") && words.contains("Too"): return .tooLarge
        case CURLE_HTTP2_STREAM where fault.phase == .receive: return .truncated
        case CURLE_FILESIZE_EXCEEDED: return .tooLarge
        case CURLE_URL_MALFORMAT: return .invalidRequest
        case CURLE_SEND_FAIL_REWIND: return .bodyNotReplayable
        default: return .connectionLost
        }
    }

    /// What happened, with what it means where libcurl's words do not say so.
    static func detail(_ kind: APIError.Kind, _ words: String) -> String {
        guard kind == .tls(.other), refusesClient(words) else { return words }
        if words.contains("handshake failure") {
            return "the server refuses the handshake, perhaps for want of a certificate of the client: \(words)"
        }
        return words.contains("certificate required")
            ? "the server wants a certificate of the client, and was shown none: \(words)"
            : "the server refuses the certificate of the client: \(words)"
    }

    /// Whether the server ended TLS because of who the client is, so that it looked at no request. In TLS 1.3 that may
    /// come when the handshake seems to be over.
    static func refusesClient(_ words: String) -> Bool {
        guard words.contains("SSL routines"), words.contains(" alert ") else { return false }
        return ["certificate", "unknown ca", "handshake failure", "access denied"].contains { words.contains($0) }
    }

    /// libcurl quotes the environment's proxy where it cannot read it, with its password.
    static func withoutSecrets(_ words: String) -> String {
        guard words.hasPrefix("Unsupported proxy"), let quote = words.firstIndex(where: { $0 == "'" || $0 == "\"" })
        else { return words }
        return words[..<quote] + "the environment"
    }

    /// Whether it can only be the proxy's doing while a connection is made.
    private static func isOfTunnel(_ code: CURLcode) -> Bool {
        let codes = [
            CURLE_COULDNT_CONNECT, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_UNSUPPORTED_PROTOCOL,
            CURLE_WEIRD_SERVER_REPLY,
        ]
        return codes.contains(code)
    }

    /// OpenSSL's verification codes (`X509_V_ERR_…`).
    private static func certificateReason(_ code: Int, _ words: String) -> APIError.TLSReason {
        switch code {
        case 9, 10: .expired
        case 18: .selfSigned
        case 2, 19, 20, 21, 24, 79: .unknownCA
        case 62, 64: .wrongHost
        // 1 until the chain was looked at, which comes after the name.
        case 0...1 where words.contains("subject") || words.contains("host name"): .wrongHost
        default: .other
        }
    }

    private static func handshakeReason(_ words: String) -> APIError.TLSReason {
        let isVersion = ["unsupported protocol", "alert protocol version", "wrong version number", "no protocols"]
            .contains { words.contains($0) }
        return isVersion ? .protocolVersion : .other
    }
}
#endif
