extension APIError {
    /// What the developer can do about it, in English: which option to set, which call to make instead.
    public var suggestion: String {
        switch kind.family {
        case .caller: Self.suggestion(ofCaller: kind)
        case .business: Self.suggestion(ofBusiness: kind, response?.status)
        case .technical: Self.suggestion(ofConnection: kind) ?? Self.suggestion(ofAnswer: kind)
        }
    }

    private static func suggestion(ofCaller kind: Kind) -> String {
        switch kind {
        case .bodyEncoding: "Look at the value that is named: its type cannot be written in this format."
        case .bodyNotReplayable: "Send a body that can be read twice: bytes, a file, or chunks with isReplayable: true."
        default: "Nothing was sent. Correct what is named, then call again."
        }
    }

    private static func suggestion(ofBusiness kind: Kind, _ status: HTTPStatus?) -> String {
        switch (kind, status?.code) {
        case (.unauthorized, _): "Ask the person to sign in, or check the credential that the client sends."
        case (_, 403): "The credential is known and may not do this: check its rights or scopes."
        case (_, 404): "Check the base URL's path prefix and the endpoint's path; a slash at the end may matter."
        case (_, 405): "The path exists for other methods: the Allow field names them."
        case (_, 406): "Ask for another format in the Accept field."
        case (_, 413): "Send less at once."
        case (_, 415): "Send another body: its Content-Type is not one that the server reads."
        default: "Show the server's words to the person: error.refusal has them, and the server's own code."
        }
    }

    private static func suggestion(ofConnection kind: Kind) -> String? {
        switch kind {
        case .offline: "Wait until the network is back, then send again."
        case .dns: "Check the host's spelling in the base URL, and that this machine can look up names."
        case .connect: "Check host and port, and that the server listens there."
        case .proxy: "Check transport.proxy, or http_proxy, https_proxy and no_proxy in the environment."
        case .tls(let reason): suggestion(of: reason)
        case .pinMismatch: "If the server's key was changed on purpose, add the new pin; otherwise someone listens in."
        case .connectionLost: "Send again if that does no harm; a POST needs an Idempotency-Key to be safe."
        case .circuitOpen: "Wait: the host failed too often of late, and is tried again after a pause."
        case .timedOut(.connect): "Check that the host can be reached, or give timeouts.connect more time."
        case .timedOut(.idle): "The server fell silent: give timeouts.idle more time if it thinks for long."
        case .timedOut(.total): "Give timeouts.total more time, or use a stream or a download, which have no total."
        default: nil
        }
    }

    private static func suggestion(of reason: TLSReason) -> String {
        switch reason {
        case .expired: "Renew the server's certificate, and check this machine's clock."
        case .wrongHost: "Ask for the host that the certificate names, or give the server one for this host."
        case .selfSigned: "If it is the right server, name its own certificate in transport.tls.authorities."
        case .unknownCA: "Name the authority's certificate in transport.tls.authorities."
        case .noTrustStore: "Install the package ca-certificates, or name a file in transport.tls.authorities."
        case .protocolVersion: "Let the server speak TLS 1.2 or newer, or look at transport.tls.minimumVersion."
        case .other: "The detail has the TLS library's own words."
        }
    }

    private static func suggestion(ofAnswer kind: Kind) -> String {
        switch kind {
        case .rateLimited: "Send fewer requests, and wait as long as the Retry-After field says."
        case .server: "Send again later; the server's log says what failed."
        case .unexpectedStatus: "List the status in the endpoint's accepts if it is a success."
        case .tooManyRedirects: "The server sends in circles: ask for the final URL."
        case .redirectRefused: "Ask for the target itself if it can be trusted."
        case .truncated: "Send again; if it is always so, the server's Content-Length is wrong."
        case .malformedResponse: "Check that an HTTP server listens on this port, and http against https."
        case .tooLarge: "Raise bodyLimit, or read the answer as a stream or a download."
        case .decompression: "The server's Content-Encoding is wrong, or its answer was cut short."
        case .decoding: "Compare the path that is named with your type: make a property optional, or change its type."
        case .emptyBody: "Make the endpoint's Response optional or Void if the server may answer with nothing."
        case .fileSystem: "Check that the path exists, its permissions and the free space."
        default: "The detail and the underlying error say more."
        }
    }
}
