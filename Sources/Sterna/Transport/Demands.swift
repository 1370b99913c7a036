/// What options and a request ask of a transport beyond what every transport does.
enum Demands {
    /// The largest part of a file that a transport without streamed uploads takes into memory.
    static let partInMemory: Int64 = 64 << 20

    /// The abilities that the options ask for.
    static func of(_ options: TransportOptions, environment: [String: String]) -> TransportCapabilities {
        let defaults = TransportOptions()
        var demands: TransportCapabilities = []
        if options.unixSocket != nil { demands.insert(.unixSockets) }
        if !options.resolve.isEmpty { demands.insert(.resolveOverrides) }
        if choosesProxy(options.proxy, environment) { demands.insert(.proxyChoice) }
        if options.tls.authorities != nil { demands.insert(.ownAuthorities) }
        if !options.tls.verifiesServer { demands.insert(.uncheckedServers) }
        if options.tls.clientCertificate != nil { demands.insert(.clientCertificates) }
        if !options.tls.pins.isEmpty { demands.insert(.pins) }
        if options.tls.minimumVersion != defaults.tls.minimumVersion { demands.insert(.minimumTLSVersion) }
        if options.httpVersion != defaults.httpVersion { demands.insert(.httpVersionChoice) }
        if options.idleConnectionLifetime != defaults.idleConnectionLifetime { demands.insert(.idleConnectionLifetime) }
        return demands
    }

    /// The abilities that the request asks for.
    static func of(_ request: HTTPRequest) -> TransportCapabilities {
        var demands: TransportCapabilities = []
        if request.url.host.hasPrefix("[") { demands.insert(.ipv6Addresses) }
        switch request.body?.source {
        case .chunks: demands.insert(.streamedUploads)
        case .file(_, let range?) where range.upperBound - range.lowerBound > partInMemory:
            demands.insert(.streamedUploads)
        default: break
        }
        return demands
    }

    /// Where the environment names no proxy, going without one is no choice.
    private static func choosesProxy(_ proxy: ProxyOption, _ environment: [String: String]) -> Bool {
        switch proxy {
        case .environment: false
        case .url: true
        case .none:
            environment.contains { name, value in
                ["http_proxy", "https_proxy", "all_proxy"].contains(name.lowercased()) && !value.isEmpty
            }
        }
    }
}
