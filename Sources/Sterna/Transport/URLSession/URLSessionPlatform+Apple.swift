#if canImport(Darwin)
/// What URLSession does in its own way on Apple platforms.
enum URLSessionPlatform {
    static let name = "URLSession"
    static let remedy = "leave the option at its default"
    /// Its own timer is set so far off that ours always strike first.
    static let noTimeout: Double = 2_000_000
    /// A suspended task holds the server back: nothing else has to bound what is unread.
    static let unreadLimit: Int? = nil

    static let missing: TransportCapabilities = [
        .clientCertificates, .pins,
        .unixSockets, .resolveOverrides, .proxyChoice, .httpVersionChoice, .idleConnectionLifetime, .connectTimeout,
        .fieldLines,
    ]

    /// It sends nothing again by itself that is not idempotent.
    static func needsOwnConnection(_ request: HTTPRequest) -> Bool { false }

    static func configure(_ configuration: URLSessionConfiguration, _ options: TransportOptions) {
        configuration.tlsMinimumSupportedProtocolVersion = options.tls.minimumVersion == .v1_3 ? .TLSv13 : .TLSv12
        if options.proxy == .none { configuration.connectionProxyDictionary = [:] }
    }

    static func verdict(on challenge: URLAuthenticationChallenge, _ tls: TLSOptions) -> ChallengeVerdict {
        guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust,
            let trust = challenge.protectionSpace.serverTrust
        else { return .answer(.performDefaultHandling, nil) }
        return ServerTrust(trust).verdict(by: tls)
    }
}
#endif
