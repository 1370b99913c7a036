import Sterna

/// The fields of a request.
enum RequestFieldCases {
    static let all = [
        lines, values, repeated, longValue, nothingInvented, illegalValues, illegalNames, typeIsNotGuessed, typeOfBody,
        ownType, wrongLength, rightLength, ownFraming, noExpect,
    ]

    private static let lines = ConformanceCase(
        "request fields/as written", "Fields are sent in their order and in their writing.", needs: .fieldLines
    ) { rig in
        let server = try LoopbackServer { _, _ in .text("ok") }
        let fields: HTTPFields = ["X-b": "1", "x-A": "2", "X-C": "3", "x-b": "4"]
        _ = try await rig.transport().send(rig.request(.get, server, fields: fields))
        let seen = server.requests.first?.fields.filter { $0.name.lowercased().hasPrefix("x-") } ?? []
        try expect("the lines", ["X-b: 1", "x-A: 2", "X-C: 3", "x-b: 4"], seen.map { "\($0.name): \($0.value)" })
    }

    private static let values = ConformanceCase(
        "request fields/values", "Values arrive as they are: empty, with inner blanks, quotes, commas, and as UTF-8."
    ) { rig in
        let server = try LoopbackServer { _, _ in .text("ok") }
        let values = ["", "a  b", "\"q, \\\" ;\"", "grüße 天", "a:b=c%20", "*/*"]
        var fields: HTTPFields = [:]
        for (index, value) in values.enumerated() { fields.append(name: "X-\(index)", value: value) }
        _ = try await rig.transport().send(rig.request(.get, server, fields: fields))
        try expect("the values", values, values.indices.map { server.requests.first?["X-\($0)"] })
    }

    private static let repeated = ConformanceCase(
        "request fields/repeated", "Several lines of one field arrive all, in their order (RFC 9110 §5.3)."
    ) { rig in
        let server = try LoopbackServer { _, _ in .text("ok") }
        _ = try await rig.transport().send(rig.request(.get, server, fields: ["X-A": "1", "X-B": "x", "X-A": "2"]))
        try expect("X-A", "1, 2", server.requests.first?["X-A"])
    }

    private static let longValue = ConformanceCase(
        "request fields/long value", "A value of 8,000 bytes arrives whole."
    ) { rig in
        let server = try LoopbackServer { _, _ in .text("ok") }
        let value = String(repeating: "0123456789", count: 800)
        _ = try await rig.transport().send(rig.request(.get, server, fields: ["X-Long": value]))
        try expect("the value", value, server.requests.first?["X-Long"])
    }

    private static let nothingInvented = ConformanceCase(
        "request fields/nothing invented", "A transport adds what framing and coding need, and nothing about the user."
    ) { rig in
        let server = try LoopbackServer { _, _ in .text("ok") }
        _ = try await rig.transport().send(rig.request(.get, server))
        let own: Set = ["host", "accept", "accept-encoding", "user-agent", "connection"]
        let others = server.requests.first?.fields.map(\.name).filter { !own.contains($0.lowercased()) }
        try expect("no further fields", [], others)
    }

    // B17
    private static let illegalValues = ConformanceCase(
        "request fields/illegal values", "A value with a line break or a control character is refused, unsent."
    ) { rig in
        let server = try LoopbackServer { _, _ in .text("ok") }
        let transport = rig.transport()
        let values = ["a\r\nX-Injected: 1", "a\nX-Injected: 1", "a\rb", "a\u{0}b", "\u{7F}", "a\r\n\r\nGET / HTTP/1.1"]
        for value in values {
            let request = try rig.request(.get, server, fields: ["X-A": value])
            try expect(.invalidRequest, in: await rig.failure(of: request, by: transport))
        }
        try expect("connections", 0, server.connections.count)
    }

    // B17
    private static let illegalNames = ConformanceCase(
        "request fields/illegal names", "A name that is no token is refused before connecting (RFC 9110 §5.6.2)."
    ) { rig in
        let server = try LoopbackServer { _, _ in .text("ok") }
        let transport = rig.transport()
        for name in ["A B", "", "A:", "Ä", "A\r\nB", "A\u{0}"] {
            let request = try rig.request(.get, server, fields: [name: "x"])
            try expect(.invalidRequest, in: await rig.failure(of: request, by: transport))
        }
        try expect("connections", 0, server.connections.count)
    }

    // B21
    private static let typeIsNotGuessed = ConformanceCase(
        "request fields/no guessed type", "Bytes without a type are sent without one (RFC 9110 §8.3)."
    ) { rig in
        let server = try LoopbackServer { _, _ in Answer(204) }
        for method in [HTTPMethod.post, .put] {
            _ = try await rig.transport().send(rig.request(method, server, body: .bytes("{}".utf8)))
        }
        try expect("the types", [nil, nil], server.requests.map { $0["Content-Type"] })
        try expect("the bodies", ["{}", "{}"], server.requests.map(\.text))
    }

    private static let typeOfBody = ConformanceCase(
        "request fields/type of the body", "The type of the body becomes Content-Type."
    ) { rig in
        let server = try LoopbackServer { _, _ in Answer(204) }
        _ = try await rig.transport().send(rig.request(.post, server, body: .bytes("{}".utf8, contentType: .json)))
        try expect("the type", ["application/json"], server.requests.first?.values(of: "Content-Type"))
    }

    private static let ownType = ConformanceCase(
        "request fields/own type", "A Content-Type of the request wins over the body's, and is sent once."
    ) { rig in
        let server = try LoopbackServer { _, _ in Answer(204) }
        let request = try rig.request(
            .post, server, fields: ["Content-Type": "application/merge-patch+json"],
            body: .bytes("{}".utf8, contentType: .json))
        _ = try await rig.transport().send(request)
        try expect("the type", ["application/merge-patch+json"], server.requests.first?.values(of: "Content-Type"))
    }

    private static let wrongLength = ConformanceCase(
        "request fields/wrong length", "A Content-Length that is not the body's is refused before connecting."
    ) { rig in
        let server = try LoopbackServer { _, _ in .text("ok") }
        let request = try rig.request(.post, server, fields: ["Content-Length": "5"], body: .bytes("{}".utf8))
        try expect(.invalidRequest, in: await rig.failure(of: request, by: rig.transport()))
        try expect("connections", 0, server.connections.count)
    }

    private static let rightLength = ConformanceCase(
        "request fields/right length", "A Content-Length that is the body's is sent once."
    ) { rig in
        let server = try LoopbackServer { request, _ in .text(request.text) }
        let request = try rig.request(.post, server, fields: ["Content-Length": "2"], body: .bytes("{}".utf8))
        let reception = try await rig.reception(of: request, by: rig.transport())
        try expect("the answer", "{}", reception.text)
        try expect("the length", ["2"], server.requests.first?.values(of: "Content-Length"))
    }

    private static let ownFraming = ConformanceCase(
        "request fields/own framing", "Transfer-Encoding belongs to the transport: one of the request's is refused."
    ) { rig in
        let server = try LoopbackServer { _, _ in .text("ok") }
        let request = try rig.request(
            .post, server, fields: ["Transfer-Encoding": "chunked"], body: .bytes("{}".utf8))
        try expect(.invalidRequest, in: await rig.failure(of: request, by: rig.transport()))
        try expect("connections", 0, server.connections.count)
    }

    // B77
    private static let noExpect = ConformanceCase(
        "request fields/no Expect", "A large body is sent at once, without waiting for 100 (Continue)."
    ) { rig in
        let server = try LoopbackServer(script: [
            .read, .send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"), .hang,
        ])
        let began = ContinuousClock.now
        _ = try await rig.transport().send(rig.request(.post, server, body: .data(noise(2 << 20))))
        try expect("Expect", nil, server.requests.first?["Expect"])
        let first = server.requests.first?.receivedAt ?? began
        try expect("no wait before the body", ContinuousClock.now - first < .milliseconds(900), seen: "a wait")
    }
}
