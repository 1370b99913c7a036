import Sterna

/// Requests on connections that die: what may be sent again and what never is (RFC 9110 §9.2.2).
enum SendOnceCases {
    static let all = posts + [patch, recovered, recoveredPut, notRetried, afterIdleClose, many]

    /// Answers GET; of every other request it closes the connection unanswered.
    private static func server() throws -> LoopbackServer {
        try LoopbackServer { request, _ in request.method == "GET" ? .text("ok") : .script([.close]) }
    }

    private static func expectOnce(_ method: HTTPMethod, _ body: HTTPBody?, _ rig: ConformanceRig) async throws {
        let server = try server()
        let transport = rig.transport()
        _ = try await transport.send(rig.request(.get, server))
        let error = try await rig.failure(of: rig.request(method, server, body: body), by: transport)
        try expect(.connectionLost, in: error)
        try expect("it may have been processed", true, error.mayHaveBeenProcessed)
        try await Task.sleep(for: .milliseconds(100))
        try expect("requests", ["GET", method.rawValue], server.requests.map(\.method))
    }

    // B53
    private static let posts = [
        post("bytes") { .text("x") },
        post("no body") { nil },
        post("large body") { .data(noise(300_000)) },
        post("chunks", needs: .streamedUploads) { ChunkSource().body { $0 == 0 ? Data("x".utf8) : nil } },
        post("replayable chunks", needs: .streamedUploads) {
            ChunkSource().body(isReplayable: true) { $0 == 0 ? Data("x".utf8) : nil }
        },
    ]

    private static func post(
        _ name: String, needs: TransportCapabilities = [], _ body: @escaping @Sendable () -> HTTPBody?
    ) -> ConformanceCase {
        ConformanceCase(
            "send once/POST of \(name)", "A POST on a connection that dies is never sent again.", needs: needs
        ) { rig in try await expectOnce(.post, body(), rig) }
    }

    private static let patch = ConformanceCase(
        "send once/PATCH and others", "Nor is any other method that is not idempotent."
    ) { rig in
        try await expectOnce(.patch, .text("x"), rig)
        if let purge = HTTPMethod(rawValue: "PURGE") { try await expectOnce(purge, nil, rig) }
    }

    /// Closes its connection at the second request, without an answer; later connections answer.
    private static func dyingServer() throws -> LoopbackServer {
        try LoopbackServer { request, connection in
            request.number == 2 && connection.number == 1 ? .script([.close]) : .text(request.text + "ok")
        }
    }

    // B55
    private static let recovered = ConformanceCase(
        "send once/GET recovered", "A GET on a reused connection that dies is sent again, once, on a new one."
    ) { rig in
        let server = try dyingServer()
        let transport = rig.transport()
        for _ in 0..<2 {
            try expect("the answer", "ok", await rig.reception(of: rig.request(.get, server), by: transport).text)
        }
        try expect("requests", 3, server.requestCount)
        try expect("connections", 2, server.connections.count)
    }

    private static let recoveredPut = ConformanceCase(
        "send once/PUT is whole", "A PUT on a reused connection that dies arrives whole, or fails; it is never cut."
    ) { rig in
        let server = try dyingServer()
        let transport = rig.transport()
        _ = try await transport.send(rig.request(.get, server))
        do {
            let request = try rig.request(.put, server, body: .text("content"))
            try expect("the answer", "contentok", await rig.reception(of: request, by: transport).text)
        } catch let error as APIError {
            try expect(.connectionLost, .bodyNotReplayable, in: error)
        }
    }

    private static let notRetried = ConformanceCase(
        "send once/fresh connection", "A request that fails on a new connection is not sent again by the transport."
    ) { rig in
        let server = try LoopbackServer(script: [.read, .close])
        let transport = rig.transport()
        for method in [HTTPMethod.get, .put, .post] {
            try expect(.connectionLost, in: await rig.failure(of: rig.request(method, server), by: transport))
        }
        try expect("requests", ["GET", "PUT", "POST"], server.requests.map(\.method))
    }

    private static let afterIdleClose = ConformanceCase(
        "send once/closed while unused", "A connection that the server closed while nobody used it costs no request."
    ) { rig in
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        let server = try LoopbackServer(script: [.read, .send(answer), .close])
        let transport = rig.transport()
        for method in [HTTPMethod.get, .post, .post, .get, .patch] {
            let reception = try await rig.reception(of: rig.request(method, server), by: transport)
            try expect("the answer", "ok", reception.text)
            try await Task.sleep(for: .milliseconds(60))
        }
        try expect("requests", 5, server.requestCount)
    }

    private static let many = ConformanceCase(
        "send once/many", "Of many POSTs on connections that die, none is sent twice."
    ) { rig in
        let server = try LoopbackServer { request, _ in
            request.number % 3 == 0 ? .script([.close]) : .text("ok")
        }
        let transport = rig.transport { $0.connectionsPerHost = 4 }
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<60 {
                group.addTask {
                    guard let request = try? rig.request(.post, server, body: .text("\(number)")) else { return }
                    _ = try? await rig.reception(of: request, by: transport)
                }
            }
        }
        let bodies = server.requests.map(\.text)
        try expect("bodies that came twice", [], bodies.filter { body in bodies.filter { $0 == body }.count > 1 })
    }
}
