import Sterna

/// Cancelling a task: it ends with `CancellationError`, at once, and so does what happens on the wire.
enum CancellationCases {
    static let all = [
        beforeStart, whileConnecting, whileWaiting, duringBody, duringStream, betweenReads, duringUpload, stuckUpload,
        whileQueued,
        racing, manyAtOnce, usableAfter,
    ]

    /// Cancels a call and expects what is right within 200 ms.
    private static func expectPromptEnd(
        of call: Task<some Sendable, any Error>, on server: LoopbackServer?, connection: Int = 1
    ) async throws {
        let began = ContinuousClock.now
        call.cancel()
        do {
            let value = try await call.value
            throw ConformanceFailure("CancellationError", seen: "\(value)")
        } catch is CancellationError {}
        let took = ContinuousClock.now - began
        try expect("an end within 200 ms", took < .milliseconds(200), seen: took)
        guard let server else { return }
        _ = await server.waitForClose(connection: connection, within: .seconds(2))
        let closed = server.connections.count >= connection ? server.connections[connection - 1].closedByPeerAt : nil
        let isPrompt = closed.map { $0 - began < .milliseconds(200) } ?? false
        try expect("the server sees the close within 200 ms", isPrompt, seen: closed.map { "\($0 - began)" } ?? "none")
    }

    private static let beforeStart = ConformanceCase(
        "cancel/before the start", "A task that is cancelled already sends nothing.", isContract: true
    ) { rig in
        let server = try LoopbackServer { _, _ in .text("ok") }
        let transport = rig.transport()
        let request = try rig.request(.get, server)
        let call = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await transport.send(request)
        }
        try await expectPromptEnd(of: call, on: nil)
        try await Task.sleep(for: .milliseconds(20))
        try expect("connections", 0, server.connections.count)
    }

    private static let whileConnecting = ConformanceCase(
        "cancel/while connecting", "A connection that does not come about is given up."
    ) { rig in
        let listener = try FullListener()
        let request = HTTPRequest(.get, try URI(listener.url))
        try await bestOfThree {
            let transport = rig.transport()
            let call = Task { try await transport.send(request) }
            try await Task.sleep(for: .milliseconds(50))
            try await expectPromptEnd(of: call, on: nil)
        }
    }

    // B94
    private static let whileWaiting = ConformanceCase(
        "cancel/while waiting", "A call that waits for its answer closes its connection.", isContract: true
    ) { rig in
        try await bestOfThree {
            let server = try LoopbackServer(script: [.read, .hang])
            let transport = rig.transport()
            let request = try rig.request(.get, server)
            let call = Task { try await transport.send(request) }
            _ = await server.waitForRequests(1)
            try await expectPromptEnd(of: call, on: server)
        }
    }

    // B94
    private static let duringBody = ConformanceCase(
        "cancel/in the body", "A call whose body is coming closes its connection.", isContract: true
    ) { rig in
        try await bestOfThree {
            let server = try LoopbackServer(script: [
                .read, .send("HTTP/1.1 200 OK\r\n\r\n"),
                .sendRepeatedly(String(repeating: "a", count: 1024), times: 100),
                .hang,
            ])
            let transport = rig.transport()
            let request = try rig.request(.get, server)
            let call = Task { try await transport.send(request) }
            _ = await server.waitForRequests(1)
            try await Task.sleep(for: .milliseconds(30))
            try await expectPromptEnd(of: call, on: server)
        }
    }

    private static let duringStream = ConformanceCase(
        "cancel/in a stream", "A reader that waits for bytes ends, and the connection closes.", isContract: true
    ) { rig in
        try await bestOfThree {
            let server = try LoopbackServer(script: [.read, .send("HTTP/1.1 200 OK\r\n\r\nabc"), .hang])
            let response = try await rig.transport().send(rig.request(.get, server, delivery: .streamed))
            let stream = try response.body.streamed()
            let call = Task {
                var count = 0
                for try await chunk in stream { count += chunk.count }
                return count
            }
            try await Task.sleep(for: .milliseconds(30))
            try await expectPromptEnd(of: call, on: server)
        }
    }

    private static let betweenReads = ConformanceCase(
        "cancel/between reads", "A reader that is cancelled between two reads gets CancellationError, and no hang.",
        isContract: true
    ) { rig in
        let server = try LoopbackServer(script: [.read, .send("HTTP/1.1 200 OK\r\n\r\nabc"), .hang])
        let response = try await rig.transport().send(rig.request(.get, server, delivery: .streamed))
        let stream = try response.body.streamed()
        let call = Task {
            var iterator = stream.makeAsyncIterator()
            _ = try await iterator.next()
            withUnsafeCurrentTask { $0?.cancel() }
            while try await iterator.next() != nil {}
        }
        do {
            try await call.value
            throw ConformanceFailure("CancellationError", seen: "an end")
        } catch is CancellationError {}
        try expect("the connection closes", await server.waitForClose(within: .seconds(2)), seen: "it is open")
    }

    private static let duringUpload = ConformanceCase(
        "cancel/in an upload", "A call whose body is being made closes its connection; no more of it is made.",
        needs: .streamedUploads
    ) { rig in
        try await bestOfThree {
            let server = try LoopbackServer(script: [.read, .hang])
            let transport = rig.transport()
            let source = ChunkSource()
            let body = source.body { index in
                if index > 2 { try await Task.sleep(for: .seconds(30)) }
                return Data("ab".utf8)
            }
            let request = try rig.request(.post, server, body: body)
            let call = Task { try await transport.send(request) }
            _ = await ChunkSource.waits { source.made > 3 }
            try await expectPromptEnd(of: call, on: server)
            try expect("the maker is cancelled", await ChunkSource.waits { source.isCancelled }, seen: "it goes on")
        }
    }

    private static let stuckUpload = ConformanceCase(
        "cancel/in a stuck upload", "What the system has not sent yet of a cancelled upload is not sent any more."
    ) { rig in
        try await bestOfThree {
            let server = try LoopbackServer(script: [.readHead, .hang])
            let transport = rig.transport()
            let request = try rig.request(.post, server, body: .data(noise(32 << 20)))
            let call = Task { try await transport.send(request) }
            _ = await server.waitForRequests(1)
            try await Task.sleep(for: .milliseconds(100))
            try await expectPromptEnd(of: call, on: server)
        }
    }

    private static let whileQueued = ConformanceCase(
        "cancel/while queued", "A call that waits for a connection ends, and its place is not lost."
    ) { rig in
        let server = try LoopbackServer { request, connection in
            if request.path == "/slow" { connection.wait(.milliseconds(600)) }
            return .text("ok")
        }
        let transport = rig.transport { $0.connectionsPerHost = 1 }
        let slow = Task { try await transport.send(rig.request(.get, server, "/slow")) }
        _ = await server.waitForRequests(1)
        let queued = Task { try await transport.send(rig.request(.get, server, "/queued")) }
        try await Task.sleep(for: .milliseconds(50))
        queued.cancel()
        let began = ContinuousClock.now
        do {
            _ = try await queued.value
            throw ConformanceFailure("CancellationError", seen: "an answer")
        } catch is CancellationError {}
        let took = ContinuousClock.now - began
        try expect("an end at once", took < .milliseconds(400), seen: took)
        try expect("the slow answer", 200, await slow.value.status.code)
        try expect("the next", 200, await transport.send(rig.request(.get, server, "/next")).status.code)
        try expect("the targets", ["/slow", "/next"], server.requests.map(\.target))
    }

    // B92
    private static let racing = ConformanceCase(
        "cancel/racing completion", "Cancelling at the moment of completion gives one result, and no hang.",
        isContract: true
    ) { rig in
        let server = try LoopbackServer { _, connection in
            connection.wait(.milliseconds(2))
            return .text("ok")
        }
        let transport = rig.transport()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    for round in 0..<25 { try await race(transport, rig.request(.get, server), round * 8 + worker) }
                }
            }
            try await group.waitForAll()
        }
        try expect("the next", 200, await transport.send(rig.request(.get, server)).status.code)
    }

    private static func race(_ transport: any Transport, _ request: HTTPRequest, _ number: Int) async throws {
        let call = Task { try await transport.send(request) }
        try await Task.sleep(for: .microseconds(1500 + number * 37 % 2500))
        call.cancel()
        do {
            let response = try await call.value
            try expect("the status", 200, response.status.code)
        } catch is CancellationError {}
    }

    private static let manyAtOnce = ConformanceCase(
        "cancel/many", "A hundred calls that are cancelled together all end.", isContract: true
    ) { rig in
        let server = try LoopbackServer(script: [.read, .hang])
        let transport = rig.transport()
        let calls = (0..<100).map { number in
            Task { try await transport.send(rig.request(.get, server, "/\(number)")) }
        }
        _ = await server.waitForRequests(16)
        for call in calls { call.cancel() }
        for call in calls {
            do {
                _ = try await call.value
                throw ConformanceFailure("CancellationError", seen: "an answer")
            } catch is CancellationError {}
        }
    }

    private static let usableAfter = ConformanceCase(
        "cancel/usable after", "A transport whose calls were cancelled goes on working.", isContract: true
    ) { rig in
        let server = try LoopbackServer { request, connection in
            if request.path == "/slow" { connection.wait(.seconds(2)) }
            return .text("ok")
        }
        let transport = rig.transport { $0.connectionsPerHost = 2 }
        for _ in 0..<6 {
            let call = Task { try await transport.send(rig.request(.get, server, "/slow")) }
            try await Task.sleep(for: .milliseconds(10))
            call.cancel()
            _ = await call.result
        }
        let reception = try await rig.reception(of: rig.request(.get, server), by: transport)
        try expect("the answer", "ok", reception.text)
    }
}
