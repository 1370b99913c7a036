#if !canImport(Darwin) && URLSession
import FoundationNetworking

/// What Foundation's URLSession does in its own way on Linux, where libcurl is beneath it.
enum URLSessionPlatform {
    static let name = "URLSession on Linux"
    static let remedy = "use the curl transport"
    /// Its own timer is set so far off that ours always strike first; it takes whole milliseconds in 32 bits.
    static let noTimeout: Double = 2_000_000
    /// How many bytes may be unread: a suspended task loses its connection here, so nothing else bounds them.
    static let unreadLimit: Int? = 64 << 20

    static let missing: TransportCapabilities = [
        .clientCertificates, .pins,
        .unixSockets, .resolveOverrides, .proxyChoice, .ownAuthorities, .uncheckedServers, .minimumTLSVersion,
        .httpVersionChoice, .idleConnectionLifetime, .streamedUploads, .ipv6Addresses, .backPressure, .connectTimeout,
        .fieldLines, .phaseMetrics,
    ]

    /// libcurl sends again by itself on a dead reused connection, and then without the body. What may not be sent twice
    /// and what has a body gets a session, and so a connection, of its own.
    static func needsOwnConnection(_ request: HTTPRequest) -> Bool {
        !request.method.isIdempotent || request.body != nil
    }

    static func configure(_ configuration: URLSessionConfiguration, _ options: TransportOptions) {}

    /// It asks for a sign-in only, after the whole answer has come; without a credential the task would never end.
    static func verdict(on challenge: URLAuthenticationChallenge, _ tls: TLSOptions) -> ChallengeVerdict {
        .complete
    }
}
#endif
