import Sterna

/// The limits in time, each with its phase.
enum TimeoutCases {
    static let all = [
        connecting, idleBeforeHead, idleInHead, idleInBody, idleInStream, totalBeforeHead, dripInHead, dripInBody,
        dripInStream, healthy, noLimits, queueIsNotConnecting, closes, accuracy,
    ]

    private static let head = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"

    private static func expectTimeout(
        _ phase: TimeoutPhase, _ rig: ConformanceRig, _ script: Script,
        delivery: ResponseDelivery = .complete(limit: 2000), _ limits: Timeouts
    ) async throws {
        let server = try LoopbackServer(script: script)
        var request = try rig.request(.get, server, delivery: delivery)
        request.timeouts = limits
        let began = ContinuousClock.now
        try expect(.timedOut(phase), in: await rig.failure(of: request, by: rig.transport()))
        let (took, limit) = (ContinuousClock.now - began, phase == .idle ? limits.idle : limits.total)
        guard let limit else { return }
        try expect("the limit of \(limit) to strike in time", took < limit + .seconds(3), seen: took)
    }

    private static func limits(idle: Int? = 10_000, total: Int? = 20_000) -> Timeouts {
        Timeouts(
            connect: .seconds(10), idle: idle.map { .milliseconds($0) }, total: total.map { .milliseconds($0) })
    }

    private static let connecting = ConformanceCase(
        "timeout/connect", "A connection that does not stand in time is timedOut(connect).", needs: .connectTimeout
    ) { rig in
        let listener = try FullListener()
        var request = HTTPRequest(.get, try URI(listener.url))
        request.timeouts = Timeouts(connect: .milliseconds(300), idle: .seconds(10), total: .seconds(20))
        let began = ContinuousClock.now
        let error = try await rig.failure(of: request, by: rig.transport())
        try expect(.timedOut(.connect), in: error)
        try expect("nothing was processed", false, error.mayHaveBeenProcessed)
        let took = ContinuousClock.now - began
        try expect("the limit of 300 ms", took > .milliseconds(250) && took < .milliseconds(1500), seen: took)
    }

    private static let idleBeforeHead = ConformanceCase(
        "timeout/idle before the head", "A server that says nothing is timedOut(idle)."
    ) { rig in
        try await expectTimeout(.idle, rig, [.read, .hang], limits(idle: 200))
    }

    private static let idleInHead = ConformanceCase(
        "timeout/idle in the head", "A server that stops within the head is timedOut(idle)."
    ) { rig in
        try await expectTimeout(.idle, rig, [.read, .send("HTTP/1.1 200 OK\r\n"), .hang], limits(idle: 200))
    }

    private static let idleInBody = ConformanceCase(
        "timeout/idle in the body", "A server that stops within the body is timedOut(idle)."
    ) { rig in
        try await expectTimeout(.idle, rig, [.read, .send(head + "hello"), .hang], limits(idle: 200))
    }

    private static let idleInStream = ConformanceCase(
        "timeout/idle in a stream", "A stream that stops is timedOut(idle), after the bytes that came."
    ) { rig in
        try await expectTimeout(
            .idle, rig, [.read, .send(head + "hello"), .hang], delivery: .streamed, limits(idle: 200, total: nil))
    }

    private static let totalBeforeHead = ConformanceCase(
        "timeout/total before the head", "A call that takes too long is timedOut(total)."
    ) { rig in
        try await expectTimeout(.total, rig, [.read, .hang], limits(total: 200))
    }

    // B97
    private static let dripInHead = ConformanceCase(
        "timeout/drip in the head", "A head that drips is ended by the total limit."
    ) { rig in
        let drip = "HTTP/1.1 200 OK\r\n" + String(repeating: "X-A: b\r\n", count: 100)
        try await expectTimeout(
            .total, rig, [.read, .trickle(drip, every: .milliseconds(20)), .hang], limits(idle: 3000, total: 500))
    }

    // B97
    private static let dripInBody = ConformanceCase(
        "timeout/drip in the body", "A body that drips is ended by the total limit."
    ) { rig in
        let drip = String(repeating: "a", count: 999)
        try await expectTimeout(
            .total, rig, [.read, .send(head), .trickle(drip, every: .milliseconds(20)), .hang],
            limits(idle: 3000, total: 500))
    }

    // B97
    private static let dripInStream = ConformanceCase(
        "timeout/drip in a stream", "A stream that has a total limit is ended by it."
    ) { rig in
        let drip = String(repeating: "a", count: 999)
        try await expectTimeout(
            .total, rig, [.read, .send(head), .trickle(drip, every: .milliseconds(20)), .hang], delivery: .streamed,
            limits(idle: 3000, total: 500))
    }

    // B98
    private static let healthy = ConformanceCase(
        "timeout/healthy", "A long transfer whose bytes flow is not ended by the idle limit."
    ) { rig in
        let text = String(repeating: "a", count: 1000)
        for delivery in [ResponseDelivery.complete(limit: 2000), .streamed] {
            let server = try LoopbackServer(script: [
                .read, .send(head), .trickle(text, size: 25, every: .milliseconds(40)), .hang,
            ])
            var request = try rig.request(.get, server, delivery: delivery)
            request.timeouts = limits(idle: 1000, total: nil)
            let reception = try await rig.reception(of: request, by: rig.transport())
            try expect("the length of the body", 1000, reception.body.count)
        }
    }

    private static let noLimits = ConformanceCase(
        "timeout/none", "Without limits a call waits for as long as it takes."
    ) { rig in
        let server = try LoopbackServer { _, connection in
            connection.wait(.milliseconds(500))
            return .text("ok")
        }
        var request = try rig.request(.get, server)
        request.timeouts = Timeouts(connect: nil, idle: nil, total: nil)
        try expect("the answer", "ok", await rig.reception(of: request, by: rig.transport()).text)
    }

    private static let queueIsNotConnecting = ConformanceCase(
        "timeout/queue", "Waiting for a free connection is neither connecting nor idle."
    ) { rig in
        let server = try LoopbackServer { _, connection in
            connection.wait(.milliseconds(300))
            return .text("ok")
        }
        let transport = rig.transport { $0.connectionsPerHost = 1 }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var request = try rig.request(.get, server)
                    request.timeouts = Timeouts(connect: .milliseconds(700), idle: .milliseconds(700), total: nil)
                    try expect("the answer", "ok", await rig.reception(of: request, by: transport).text)
                }
            }
            try await group.waitForAll()
        }
    }

    private static let closes = ConformanceCase(
        "timeout/closes", "A call that timed out closes its connection."
    ) { rig in
        let server = try LoopbackServer(script: [.read, .hang])
        var request = try rig.request(.get, server)
        request.timeouts = limits(total: 150)
        let transport = rig.transport()
        try expect(.timedOut(.total), in: await rig.failure(of: request, by: transport))
        try expect("the connection closes", await server.waitForClose(within: .seconds(2)), seen: "it is open")
    }

    private static let accuracy = ConformanceCase(
        "timeout/accuracy", "The total limit strikes within 200 ms of its time."
    ) { rig in
        try await bestOfThree {
            let server = try LoopbackServer(script: [.read, .hang])
            var request = try rig.request(.get, server)
            request.timeouts = limits(total: 600)
            let began = ContinuousClock.now
            try expect(.timedOut(.total), in: await rig.failure(of: request, by: rig.transport()))
            let took = ContinuousClock.now - began
            try expect("600 ms", took > .milliseconds(550) && took < .milliseconds(800), seen: took)
        }
    }
}
