import Sterna

/// What a transport says it cannot do, it refuses to be asked for: by name, and before anything is sent.
enum MissingCapabilityCases {
    static let all = options + requests

    private static let options = [
        option("unix socket", .unixSockets) { $0.unixSocket = "/nowhere/socket" },
        option("resolve", .resolveOverrides) {
            $0.resolve = [ResolveOverride(host: "h", port: 80, address: "127.0.0.1")]
        },
        option("proxy", .proxyChoice) { $0.proxy = (try? URI("http://127.0.0.1:9")).map { .url($0) } ?? .none },
        option("authorities", .ownAuthorities) { $0.tls.authorities = "/nowhere/ca.pem" },
        option("client certificate", .clientCertificates) {
            $0.tls.clientCertificate = ClientCertificate(certificate: "c.pem", key: "k.pem")
        },
        option("pins", .pins) { $0.tls.pins = (try? [Pins("localhost", only: [])]) ?? [] },
        option("unchecked server", .uncheckedServers) { $0.tls.verifiesServer = false },
        option("version of TLS", .minimumTLSVersion) { $0.tls.minimumVersion = .v1_3 },
        option("version of HTTP", .httpVersionChoice) { $0.httpVersion = .http1 },
        option("idle lifetime", .idleConnectionLifetime) { $0.idleConnectionLifetime = .seconds(5) },
    ]

    private static func option(
        _ name: String, _ capability: TransportCapabilities,
        _ configure: @escaping @Sendable (inout TransportOptions) -> Void
    ) -> ConformanceCase {
        ConformanceCase("missing/\(name)", "An option that a transport lacks is refused, never ignored.") { rig in
            let transport = rig.transport(configure)
            guard !transport.capabilities.contains(capability) else { return }
            let server = try LoopbackServer { _, _ in .text("ok") }
            try await expectRefusal(of: rig.request(.get, server), rig, transport, server)
        }
    }

    private static let requests = [
        ConformanceCase("missing/streamed upload", "A body that a transport cannot send is refused.") { rig in
            let transport = rig.transport()
            guard !transport.capabilities.contains(.streamedUploads) else { return }
            let server = try LoopbackServer { _, _ in .text("ok") }
            let body = ChunkSource().body { _ in nil }
            try await expectRefusal(of: rig.request(.post, server, body: body), rig, transport, server)
        },
        ConformanceCase("missing/IPv6", "An address that a transport cannot connect to is refused.") { rig in
            let transport = rig.transport()
            guard !transport.capabilities.contains(.ipv6Addresses) else { return }
            let server = try LoopbackServer(on: [.ipv6()]) { _, _ in .text("ok") }
            try await expectRefusal(of: rig.request(.get, server), rig, transport, server)
        },
    ]

    private static func expectRefusal(
        of request: HTTPRequest, _ rig: ConformanceRig, _ transport: any Transport, _ server: LoopbackServer
    ) async throws {
        let error = try await rig.failure(of: request, by: transport)
        try expect(.invalidRequest, in: error)
        try expect("a detail that says what cannot be done", error.detail.contains("cannot"), seen: error.detail)
        try expect("connections", 0, server.connections.count)
    }
}
