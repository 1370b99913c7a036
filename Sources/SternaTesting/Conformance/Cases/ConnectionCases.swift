import Sterna

/// Connections: kept, shared, limited, closed.
enum ConnectionCases {
    static let all = [
        reused, reusedAfterError, notReused, limited, limitedPosts, parallelPosts, idleClosed, independent,
        droppedTransport,
        streamOutlives, sequence, largeBurst,
    ]

    private static let reused = ConformanceCase(
        "connection/reused", "Calls one after the other use one connection.", isContract: true
    ) { rig in
        let server = try LoopbackServer { _, _ in .text("ok") }
        let transport = rig.transport()
        for _ in 0..<20 {
            try expect("the answer", "ok", await rig.reception(of: rig.request(.get, server), by: transport).text)
        }
        try expect("connections", 1, server.connections.count)
    }

    private static let reusedAfterError = ConformanceCase(
        "connection/after errors", "An answer outside of 2xx that was read does not cost the connection."
    ) { rig in
        let server = try LoopbackServer { request, _ in .text("ok", status: Int(request.path.dropFirst()) ?? 200) }
        let transport = rig.transport()
        for code in [404, 200, 500, 503, 200] {
            let reception = try await rig.reception(of: rig.request(.get, server, "/\(code)"), by: transport)
            try expect("the status", code, reception.response.status.code)
        }
        try expect("connections", 1, server.connections.count)
    }

    private static let notReused = ConformanceCase(
        "connection/close", "A connection that the server says it closes is not used again."
    ) { rig in
        let server = try LoopbackServer { _, _ in Answer.text("ok").closing() }
        let transport = rig.transport()
        for _ in 0..<5 {
            try expect("the answer", "ok", await rig.reception(of: rig.request(.get, server), by: transport).text)
        }
        try expect("connections", 5, server.connections.count)
    }

    private static func most(_ counts: Lock<(now: Int, most: Int)>) -> Int { counts.withLock { $0.most } }

    /// A server that counts how many requests it handles at a time.
    private static func countingServer(_ counts: Lock<(now: Int, most: Int)>) throws -> LoopbackServer {
        try LoopbackServer { _, connection in
            counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            connection.wait(.milliseconds(5))
            counts.withLock { $0.now -= 1 }
            return .text("ok")
        }
    }

    private static func burst(
        _ count: Int, _ method: HTTPMethod, _ rig: ConformanceRig, _ server: LoopbackServer, _ transport: any Transport
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask {
                    let request = try rig.request(method, server, body: method == .get ? nil : .text("x"))
                    try expect("the answer", "ok", await rig.reception(of: request, by: transport).text)
                }
            }
            try await group.waitForAll()
        }
    }

    private static let limited = ConformanceCase(
        "connection/limit", "No more connections are made to a host than allowed, and every call is answered."
    ) { rig in
        let server = try countingServer(Lock((0, 0)))
        try await burst(60, .get, rig, server, rig.transport { $0.connectionsPerHost = 4 })
        try expect("at most 4 connections", server.connections.count <= 4, seen: server.connections.count)
    }

    private static let limitedPosts = ConformanceCase(
        "connection/limit of POSTs", "No more POSTs run to a host at a time than connections are allowed."
    ) { rig in
        let counts = Lock((now: 0, most: 0))
        let server = try countingServer(counts)
        try await burst(60, .post, rig, server, rig.transport { $0.connectionsPerHost = 4 })
        try expect("at most 4 at a time", most(counts) <= 4, seen: most(counts))
    }

    // B123
    private static let parallelPosts = ConformanceCase(
        "connection/parallel POSTs", "Bursts of POSTs are all answered within the limit of the host."
    ) { rig in
        let server = try LoopbackServer { _, _ in Answer(204) }
        let transport = rig.transport()
        for _ in 0..<8 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<30 {
                    group.addTask {
                        let request = try rig.request(.post, server, body: .text("{\"number\":\(number)}"))
                        try expect("the status", 204, await transport.send(request).status.code)
                    }
                }
                try await group.waitForAll()
            }
        }
        try expect("requests", 240, server.requestCount)
    }

    private static let largeBurst = ConformanceCase(
        "connection/burst", "Two hundred calls at once are all answered.", isContract: true
    ) { rig in
        let server = try LoopbackServer { _, _ in .text("ok") }
        try await burst(200, .get, rig, server, rig.transport())
        try expect("requests", 200, server.requestCount)
    }

    private static let idleClosed = ConformanceCase(
        "connection/idle", "A connection that nobody uses is closed after its time.", needs: .idleConnectionLifetime
    ) { rig in
        let server = try LoopbackServer { _, _ in .text("ok") }
        let transport = rig.transport { $0.idleConnectionLifetime = .seconds(1) }
        _ = try await transport.send(rig.request(.get, server))
        let isOpen = !(await server.waitForClose(within: .milliseconds(300)))
        try expect("the connection is kept at first", isOpen, seen: "it closes")
        try expect("it closes then", await server.waitForClose(within: .seconds(4)), seen: "it is open")
        try expect("the next", 200, await transport.send(rig.request(.get, server)).status.code)
    }

    private static let independent = ConformanceCase(
        "connection/independent transports", "Two transports share no connection, and one may go while the other works."
    ) { rig in
        let server = try LoopbackServer { _, _ in .text("ok") }
        var one: (any Transport)? = rig.transport()
        let two = rig.transport()
        _ = try await one?.send(rig.request(.get, server))
        _ = try await two.send(rig.request(.get, server))
        try expect("connections", 2, server.connections.count)
        one = nil
        _ = await server.waitForClose(connection: 1, within: .seconds(2))
        for _ in 0..<3 {
            try expect("the answer", "ok", await rig.reception(of: rig.request(.get, server), by: two).text)
        }
        try expect("connections", 2, server.connections.count)
    }

    // B101
    private static let droppedTransport = ConformanceCase(
        "connection/dropped transport", "A transport that is dropped closes its connections.", isContract: true
    ) { rig in
        let server = try LoopbackServer { _, _ in .text("ok") }
        for number in 1...5 {
            var transport: (any Transport)? = rig.transport()
            _ = try await transport?.send(rig.request(.get, server))
            transport = nil
            let closes = await server.waitForClose(connection: number, within: .seconds(3))
            try expect("connection \(number) closes", closes, seen: "it is open")
        }
    }

    private static let streamOutlives = ConformanceCase(
        "connection/stream outlives its transport", "A stream goes on when nobody holds its transport any more."
    ) { rig in
        let server = try LoopbackServer { _, _ in
            .chunks(every: .milliseconds(30)) { $0 < 6 ? Data("ab".utf8) : nil }
        }
        var transport: (any Transport)? = rig.transport()
        let response = try await transport?.send(rig.request(.get, server, delivery: .streamed))
        transport = nil
        let body = try await response?.body.collected() ?? Data()
        try expect("the body", "abababababab", String(decoding: body, as: UTF8.self))
    }

    private static let sequence = ConformanceCase(
        "connection/mixed calls", "Calls of every kind follow each other on one transport."
    ) { rig in
        let server = try LoopbackServer { request, _ in
            request.path == "/chunks"
                ? .chunks { $0 < 3 ? Data("ab".utf8) : nil } : .text(request.method + request.text)
        }
        let transport = rig.transport()
        for _ in 0..<5 {
            try expect("GET", "GET", await rig.reception(of: rig.request(.get, server), by: transport).text)
            let post = try rig.request(.post, server, body: .text("x"))
            try expect("POST", "POSTx", await rig.reception(of: post, by: transport).text)
            try expect("HEAD", "", await rig.reception(of: rig.request(.head, server), by: transport).text)
            let put = try rig.request(.put, server, body: .text(String(repeating: "a", count: 100_000)))
            try expect("PUT", 100_003, await rig.reception(of: put, by: transport).body.count)
            let chunks = try rig.request(.get, server, "/chunks", delivery: .streamed)
            try expect("the chunks", "ababab", await rig.reception(of: chunks, by: transport).text)
        }
    }
}
