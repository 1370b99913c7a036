import Sterna

/// What a transport tells of a call: errors and figures.
enum ReportCases {
    static let all = [errorsSayMore, phases, processed, url, times, phaseTimes, counts, codedCounts, version]

    // B41
    private static let errorsSayMore = ConformanceCase(
        "report/errors", "An error of the network has its request and, beneath, the library's code and words."
    ) { rig in
        let server = try LoopbackServer(script: [.read, .close])
        let request = try rig.request(.get, server, "/which")
        let error = try await rig.failure(of: request, by: rig.transport())
        try expect("the URL", request.url, error.request?.url)
        guard let fault = error.underlying as? TransportFault else {
            throw ConformanceFailure("a TransportFault", seen: "\(String(describing: error.underlying))")
        }
        try expect("a code", fault.code != 0, seen: fault)
        try expect("words", !fault.message.isEmpty && !error.detail.isEmpty, seen: fault)
        try expect("a library", !fault.library.isEmpty, seen: fault)
    }

    private static let phases = ConformanceCase(
        "report/phases", "The fault says how far the call had come."
    ) { rig in
        let transport = rig.transport()
        let silent = try LoopbackServer(script: [.read, .close])
        let waiting = try await rig.failure(of: rig.request(.get, silent), by: transport)
        try expect("the phase without an answer", .wait, (waiting.underlying as? TransportFault)?.phase)
        let short = try LoopbackServer(script: [
            .read, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok"), .close,
        ])
        let receiving = try await rig.failure(of: rig.request(.get, short), by: transport)
        try expect("the phase within the body", .receive, (receiving.underlying as? TransportFault)?.phase)
        let url = silent.url
        silent.stop()
        let connecting = try await rig.failure(of: HTTPRequest(.get, URI(url)), by: transport)
        try expect("the phase without a server", .connect, (connecting.underlying as? TransportFault)?.phase)
    }

    private static let processed = ConformanceCase(
        "report/may have been processed", "A request that was sent and not answered may have been processed."
    ) { rig in
        for script in [[.read, .close], [.read, .reset], [.read, .hang]] as [Script] {
            let server = try LoopbackServer(script: script)
            var request = try rig.request(.post, server, body: .text("x"))
            request.timeouts.idle = .milliseconds(300)
            let error = try await rig.failure(of: request, by: rig.transport())
            try expect("it may have been processed", true, error.mayHaveBeenProcessed)
        }
    }

    private static let url = ConformanceCase(
        "report/URL", "An answer says where it came from.", isContract: true
    ) { rig in
        let server = try LoopbackServer { _, _ in .text("ok") }
        let request = try rig.request(.get, server, "/a?b=c")
        try expect("the URL", request.url, await rig.transport().send(request).url)
    }

    private static let times = ConformanceCase(
        "report/times", "The first byte and the total are measured."
    ) { rig in
        let server = try LoopbackServer(script: [
            .read, .wait(.milliseconds(100)), .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n"),
            .wait(.milliseconds(100)), .send("ok"), .hang,
        ])
        let began = ContinuousClock.now
        let metrics = try await rig.transport().send(rig.request(.get, server)).metrics
        let took = ContinuousClock.now - began
        try expect("the first byte after 100 ms", metrics.firstByte > .milliseconds(90), seen: metrics.firstByte)
        try expect("the total after the first byte", metrics.total > metrics.firstByte, seen: metrics)
        let isRight = metrics.total > .milliseconds(190) && metrics.total <= took
        try expect("a total of 200 ms", isRight, seen: metrics.total)
        try expect("the bytes of the body", 2, metrics.bodyBytes)
    }

    // B122
    private static let phaseTimes = ConformanceCase(
        "report/phase times", "The phases follow each other; those that a reused connection spares are told.",
        needs: .phaseMetrics
    ) { rig in
        let server = try LoopbackServer { _, _ in .text("ok") }
        let transport = rig.transport()
        let first = try await transport.send(rig.request(.get, server)).metrics
        try expect("a connection", first.connect > .zero && first.connect >= first.nameLookup, seen: first)
        try expect("the first byte after it", first.firstByte >= first.connect, seen: first)
        try expect("the total at the end", first.total >= first.firstByte, seen: first)
        try expect("reuse of the first", false, first.isReusedConnection)
        try expect("the address", "127.0.0.1", first.remoteAddress)
        let second = try await transport.send(rig.request(.get, server)).metrics
        try expect("reuse of the second", true, second.isReusedConnection)
    }

    private static let counts = ConformanceCase(
        "report/bytes", "The bytes of both bodies are counted."
    ) { rig in
        let server = try LoopbackServer { _, _ in Answer(body: noise(70_000)) }
        let request = try rig.request(.post, server, body: .data(noise(90_000)))
        let metrics = try await rig.transport().send(request).metrics
        try expect("the bytes sent", 90_000, metrics.sentBytes)
        try expect("the bytes of the body", 70_000, metrics.bodyBytes)
        try expect("the bytes on the wire", 70_000, metrics.wireBytes)
    }

    // B65
    private static let codedCounts = ConformanceCase(
        "report/coded bytes", "Bytes on the wire and decoded bytes are counted apart.", needs: .phaseMetrics
    ) { rig in
        let coded = CodedBytes.gzip(noise(50_000))
        let server = try LoopbackServer { _, _ in
            .chunks(fields: [.init("Content-Encoding", "gzip")]) { $0 == 0 ? coded : nil }
        }
        let metrics = try await rig.transport().send(rig.request(.get, server)).metrics
        try expect("the bytes of the body", 50_000, metrics.bodyBytes)
        let isNear = metrics.wireBytes >= coded.count && metrics.wireBytes < coded.count + 64
        try expect("\(coded.count) bytes on the wire, and the framing", isNear, seen: metrics.wireBytes)
    }

    private static let version = ConformanceCase(
        "report/version", "The version that was spoken is told.", needs: .phaseMetrics
    ) { rig in
        for version in ["1.0", "1.1"] {
            let reception = try await rig.reception(of: "HTTP/\(version) 200 OK\r\nContent-Length: 0\r\n\r\n")
            try expect("the version", version, reception.response.metrics.httpVersion)
        }
    }
}
