import Sterna

/// Where a transport connects to.
enum AddressCases {
    static let all = [
        ipv6, unixSocket, unixSocketMissing, resolved, refused, unknownHost, noTLS, proxy, proxyBypassed, proxyRefused,
        proxyUnknown,
    ]

    // B14
    private static let ipv6 = ConformanceCase(
        "address/IPv6", "An IPv6 address is connected to and keeps its brackets in Host.", needs: .ipv6Addresses
    ) { rig in
        let server = try LoopbackServer(on: [.ipv6()]) { _, _ in .text("ok") }
        try expect("the answer", "ok", await rig.reception(of: rig.request(.get, server), by: rig.transport()).text)
        try expect("Host", "[::1]:\(server.port)", server.requests.first?["Host"])
    }

    private static let unixSocket = ConformanceCase(
        "address/unix socket", "A unix socket is connected to in place of the host.", needs: .unixSockets
    ) { rig in
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("s\(UUID().uuidString.prefix(8))").path
        let server = try LoopbackServer(on: [.unix(path: path)]) { request, _ in .text(request.text) }
        let transport = rig.transport { $0.unixSocket = path }
        for text in ["one", "two"] {
            let request = try rig.request(.post, server, body: .text(text))
            try expect("the answer", text, await rig.reception(of: request, by: transport).text)
        }
        try expect("Host", "localhost", server.requests.first?["Host"])
    }

    private static let unixSocketMissing = ConformanceCase(
        "address/no unix socket", "A unix socket that is not there is a connect error.", needs: .unixSockets
    ) { rig in
        let request = HTTPRequest(.get, try URI("http://localhost/"))
        let transport = rig.transport { $0.unixSocket = "/nowhere/socket" }
        try expect(.connect, in: await rig.failure(of: request, by: transport))
    }

    private static let resolved = ConformanceCase(
        "address/resolve", "An address that is given for a host is used without asking the resolver.",
        needs: .resolveOverrides
    ) { rig in
        let server = try LoopbackServer { _, _ in .text("ok") }
        let port = Int(server.port)
        let transport = rig.transport {
            $0.resolve = [ResolveOverride(host: "api.invalid", port: port, address: "127.0.0.1")]
        }
        let request = HTTPRequest(.get, try URI("http://api.invalid:\(port)/x"))
        try expect("the answer", "ok", await rig.reception(of: request, by: transport).text)
        try expect("Host", "api.invalid:\(port)", server.requests.first?["Host"])
    }

    // B41
    private static let refused = ConformanceCase(
        "address/refused", "A port that nobody listens on is a connect error; nothing was processed.", isContract: true
    ) { rig in
        let server = try LoopbackServer { _, _ in .text("ok") }
        let request = try rig.request(.post, server, body: .text("x"))
        server.stop()
        let error = try await rig.failure(of: request, by: rig.transport())
        try expect(.connect, in: error)
        try expect("it may have been processed", false, error.mayHaveBeenProcessed)
    }

    // B41
    private static let unknownHost = ConformanceCase(
        "address/unknown host", "A name that does not exist is a dns error (RFC 6761 §6.4)."
    ) { rig in
        let request = HTTPRequest(.get, try URI("http://nowhere.invalid/"))
        try expect(.dns, in: await rig.failure(of: request, by: rig.transport()))
    }

    private static let noTLS = ConformanceCase(
        "address/no TLS", "A server that does not speak TLS is a tls error; nothing was sent."
    ) { rig in
        let server = try LoopbackServer(script: [.send("HTTP/1.1 400 Bad Request\r\n\r\nno"), .close])
        let request = HTTPRequest(.get, try URI("https://127.0.0.1:\(server.port)/"))
        let error = try await rig.failure(of: request, by: rig.transport())
        guard case .tls = error.kind else { throw ConformanceFailure("a tls error", seen: "\(error)") }
    }

    private static let proxy = ConformanceCase(
        "address/proxy", "Through a proxy, the target is the whole URL (RFC 9112 §3.2.2).", needs: .proxyChoice
    ) { rig in
        let server = try LoopbackServer { request, _ in .text(request.target) }
        let proxy = try URI(server.url)
        let transport = rig.transport { $0.proxy = .url(proxy) }
        let request = HTTPRequest(.get, try URI("http://origin.invalid:81/x?y"))
        let reception = try await rig.reception(of: request, by: transport)
        try expect("the target", "http://origin.invalid:81/x?y", reception.text)
        try expect("Host", "origin.invalid:81", server.requests.first?["Host"])
    }

    private static let proxyBypassed = ConformanceCase(
        "address/proxy bypassed", "Hosts that are named go past the proxy.", needs: .proxyChoice
    ) { rig in
        let server = try LoopbackServer { request, _ in .text(request.target) }
        let transport = rig.transport {
            if let proxy = try? URI("http://127.0.0.1:9") { $0.proxy = .url(proxy, bypass: "127.0.0.1") }
        }
        try expect("the target", "/x", await rig.reception(of: rig.request(.get, server), by: transport).text)
    }

    private static let proxyRefused = ConformanceCase(
        "address/proxy refused", "A proxy that is not there is a proxy error.", needs: .proxyChoice
    ) { rig in
        let server = try LoopbackServer { _, _ in .text("ok") }
        let proxy = try URI(server.url)
        server.stop()
        let transport = rig.transport { $0.proxy = .url(proxy) }
        let request = HTTPRequest(.get, try URI("http://origin.invalid/"))
        try expect(.proxy, in: await rig.failure(of: request, by: transport))
    }

    private static let proxyUnknown = ConformanceCase(
        "address/proxy unknown", "A proxy whose name does not exist is a proxy error.", needs: .proxyChoice
    ) { rig in
        let proxy = try URI("http://nowhere.invalid:3128")
        let transport = rig.transport { $0.proxy = .url(proxy) }
        let request = HTTPRequest(.get, try URI("http://origin.invalid/"))
        try expect(.proxy, in: await rig.failure(of: request, by: transport))
    }
}
