import Sterna

/// The body of an answer on its way to whoever reads.
enum DownloadCases {
    static let all = [
        atTheLimit, beyondTheLimit, announcedBeyond, endless, headBeyondLimit, firstBytes, whole, heldBack,
        heldIsNotIdle,
        readSlowly, dropped, cancelledStream, unreadError, readOnce, twoStreams, errorBody, emptyStream, streamIsAtHead,
    ]

    private static func answer(_ body: String) -> String {
        "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private static let atTheLimit = ConformanceCase(
        "download/at the limit", "A body of exactly the limit is handed over."
    ) { rig in
        for text in [answer("0123456789"), "HTTP/1.1 200 OK\r\n\r\n0123456789"] {
            let reception = try await rig.reception(of: text, delivery: .complete(limit: 10))
            try expect("the body", "0123456789", reception.text)
        }
    }

    private static let beyondTheLimit = ConformanceCase(
        "download/beyond the limit", "One byte more than the limit is tooLarge, in every framing."
    ) { rig in
        let answers = [
            answer("0123456789a"), "HTTP/1.1 200 OK\r\n\r\n0123456789a",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n01234\r\n6\r\n56789a\r\n0\r\n\r\n",
        ]
        for text in answers {
            try expect(.tooLarge, in: await rig.failure(of: text.utf8, delivery: .complete(limit: 10)))
        }
    }

    private static let announcedBeyond = ConformanceCase(
        "download/announced beyond the limit", "A length beyond the limit is tooLarge at once, before the body comes."
    ) { rig in
        let server = try LoopbackServer(script: [
            .read, .send("HTTP/1.1 200 OK\r\nContent-Length: 9000000000000\r\n\r\n"), .hang,
        ])
        let request = try rig.request(.get, server, delivery: .complete(limit: 1000))
        try expect(.tooLarge, in: await rig.failure(of: request, by: rig.transport()))
        try expect("the connection closes", await server.waitForClose(within: .seconds(3)), seen: "it is open")
    }

    private static let endless = ConformanceCase(
        "download/endless", "A body without end is tooLarge at the limit, and the connection is closed."
    ) { rig in
        let server = try LoopbackServer(script: [
            .read, .send("HTTP/1.1 200 OK\r\n\r\n"), .sendRepeatedly(String(repeating: "a", count: 4096)),
        ])
        let request = try rig.request(.get, server, delivery: .complete(limit: 1 << 20))
        try expect(.tooLarge, in: await rig.failure(of: request, by: rig.transport()))
        try expect("the connection closes", await server.waitForClose(within: .seconds(3)), seen: "it is open")
    }

    private static let headBeyondLimit = ConformanceCase(
        "download/HEAD beyond the limit", "The length in an answer to HEAD is no body and has no limit."
    ) { rig in
        let text = "HTTP/1.1 200 OK\r\nContent-Length: 5000000000\r\n\r\n"
        let reception = try await rig.reception(of: text, to: .head, delivery: .complete(limit: 10))
        try expect("Content-Length", "5000000000", reception.field("Content-Length"))
    }

    // B90
    private static let firstBytes = ConformanceCase(
        "download/first bytes", "A stream gives the first bytes before the server sends the next."
    ) { rig in
        let turnstile = Turnstile()
        let server = try LoopbackServer { _, _ in
            .chunks(length: 6) { index in
                if index == 1 { turnstile.pass() }
                return index < 2 ? Data((index == 0 ? "abc" : "def").utf8) : nil
            }
        }
        let response = try await rig.transport().send(rig.request(.get, server, delivery: .streamed))
        var iterator = try response.body.streamed().makeAsyncIterator()
        try expect("the first bytes", Data("abc".utf8), await iterator.next())
        turnstile.open()
        try expect("the next bytes", Data("def".utf8), await iterator.next())
        try expect("the end", nil, await iterator.next())
    }

    private static let streamIsAtHead = ConformanceCase(
        "download/head first", "A stream is handed over at the head, before any byte of the body."
    ) { rig in
        let turnstile = Turnstile()
        let server = try LoopbackServer { _, _ in
            .chunks(length: 2) { index in
                turnstile.pass()
                return index == 0 ? Data("ok".utf8) : nil
            }
        }
        let response = try await rig.transport().send(rig.request(.get, server, delivery: .streamed))
        turnstile.open()
        try expect("the body", "ok", String(decoding: await response.body.collected(), as: UTF8.self))
    }

    private static let whole = ConformanceCase("download/16 MiB", "A large body arrives whole, both ways.") { rig in
        let body = noise(16 << 20)
        let server = try LoopbackServer { _, _ in Answer(body: body) }
        let transport = rig.transport()
        for delivery in [ResponseDelivery.complete(limit: 32 << 20), .streamed] {
            let reception = try await rig.reception(
                of: rig.request(.get, server, delivery: delivery), by: transport)
            try expect("the bytes arrive as they are", reception.body == body, seen: "\(reception)")
        }
    }

    // B91
    private static let heldBack = ConformanceCase(
        "download/held back", "While nobody reads a stream, the server is held back.", needs: .backPressure,
        isContract: true
    ) { rig in
        let sent = Lock(0)
        let piece = noise(64 << 10)
        let server = try LoopbackServer { _, _ in
            .chunks { index in
                sent.withLock { $0 = index }
                return index < 1024 ? piece : nil
            }
        }
        let response = try await rig.transport().send(rig.request(.get, server, delivery: .streamed))
        try await Task.sleep(for: .milliseconds(400))
        let ahead = sent.withLock { $0 }
        try expect("at most 24 MiB sent ahead of the reader", ahead < 384, seen: "\(ahead) × 64 KiB")
        var count = 0
        for try await chunk in try response.body.streamed() { count += chunk.count }
        try expect("the length of the body", 64 << 20, count)
    }

    private static let heldIsNotIdle = ConformanceCase(
        "download/held is not idle", "Time in which the reader holds the transfer back is not idle.",
        needs: .backPressure
    ) { rig in
        let piece = noise(64 << 10)
        let server = try LoopbackServer { _, _ in .chunks { $0 < 512 ? piece : nil } }
        var request = try rig.request(.get, server, delivery: .streamed)
        request.timeouts.idle = .milliseconds(300)
        let response = try await rig.transport().send(request)
        try await Task.sleep(for: .milliseconds(1000))
        try expect("the length of the body", 32 << 20, await response.body.collected().count)
    }

    private static let readSlowly = ConformanceCase(
        "download/read slowly", "A reader that pauses loses nothing.", isContract: true
    ) { rig in
        let body = noise(3 << 20)
        let server = try LoopbackServer { _, _ in Answer(body: body) }
        let response = try await rig.transport().send(rig.request(.get, server, delivery: .streamed))
        var seen = Data()
        for try await chunk in try response.body.streamed() {
            seen.append(chunk)
            try await Task.sleep(for: .milliseconds(2))
        }
        try expect("the bytes arrive as they are", seen == body, seen: "\(seen.count) bytes")
    }

    private static func endlessServer() throws -> LoopbackServer {
        try LoopbackServer(script: [
            .read, .send("HTTP/1.1 200 OK\r\n\r\nbegin"), .wait(.milliseconds(20)),
            .trickle(String(repeating: "a", count: 4000), every: .milliseconds(10)), .hang,
        ])
    }

    private static let dropped = ConformanceCase(
        "download/dropped", "A stream that is dropped before its end closes the connection.", isContract: true
    ) { rig in
        let server = try endlessServer()
        let transport = rig.transport()
        for number in 1...2 {
            var response: HTTPResponse? = try await transport.send(rig.request(.get, server, delivery: .streamed))
            if number == 2, let stream = try response?.body.streamed() {
                for try await _ in stream { break }
            }
            try expect("the status", 200, response?.status.code)
            response = nil
            let closes = await server.waitForClose(connection: number, within: .seconds(2))
            try expect("connection \(number) closes", closes, seen: "it is open")
        }
    }

    private static let cancelledStream = ConformanceCase(
        "download/cancelled stream", "A stream that is cancelled closes the connection; what is read after is an end.",
        isContract: true
    ) { rig in
        let server = try endlessServer()
        let response = try await rig.transport().send(rig.request(.get, server, delivery: .streamed))
        let stream = try response.body.streamed()
        stream.cancel()
        try expect("the connection closes", await server.waitForClose(within: .seconds(2)), seen: "it is open")
        var iterator = stream.makeAsyncIterator()
        do {
            while try await iterator.next() != nil {}
        } catch is CancellationError {}
    }

    private static let unreadError = ConformanceCase(
        "download/unread error", "The body of an error that nobody reads does not keep its connection.",
        isContract: true
    ) { rig in
        let server = try LoopbackServer(script: [
            .read, .send("HTTP/1.1 500 Oops\r\nContent-Length: 100\r\n\r\nwhy"), .hang,
        ])
        var response: HTTPResponse? = try await rig.transport().send(rig.request(.get, server))
        try expect("the status", 500, response?.status.code)
        response = nil
        try expect("the connection closes", await server.waitForClose(within: .seconds(2)), seen: "it is open")
    }

    private static let readOnce = ConformanceCase(
        "download/read once", "A second reading goes on where the first stopped, and after the end there is nothing.",
        isContract: true
    ) { rig in
        let server = try LoopbackServer { _, _ in .chunks(every: .milliseconds(20)) { $0 < 4 ? Data("ab".utf8) : nil } }
        let response = try await rig.transport().send(rig.request(.get, server, delivery: .streamed))
        let stream = try response.body.streamed()
        var seen = Data()
        for try await chunk in stream {
            seen.append(chunk)
            break
        }
        for try await chunk in stream { seen.append(chunk) }
        try expect("the body", "abababab", String(decoding: seen, as: UTF8.self))
        var iterator = stream.makeAsyncIterator()
        try expect("what comes after the end", nil, await iterator.next())
    }

    private static let twoStreams = ConformanceCase(
        "download/two streams", "Two streams are read at a time, each at its own pace.", isContract: true
    ) { rig in
        let server = try LoopbackServer { request, _ in
            let word = String(request.path.dropFirst())
            return .chunks(every: .milliseconds(5)) { $0 < 10 ? Data(word.utf8) : nil }
        }
        let transport = rig.transport()
        let one = try await transport.send(rig.request(.get, server, "/one", delivery: .streamed))
        let two = try await transport.send(rig.request(.get, server, "/two", delivery: .streamed))
        try expect("the second", Data(String(repeating: "two", count: 10).utf8), await two.body.collected())
        try expect("the first", Data(String(repeating: "one", count: 10).utf8), await one.body.collected())
    }

    // B39
    private static let errorBody = ConformanceCase(
        "download/error body", "The body of an error is handed over like any other.", isContract: true
    ) { rig in
        let server = try LoopbackServer { _, _ in .json(#"{"code":7}"#, status: 422) }
        for delivery in [ResponseDelivery.complete(limit: 1000), .streamed] {
            let request = try rig.request(.get, server, delivery: delivery)
            let reception = try await rig.reception(of: request, by: rig.transport())
            try expect("the status", 422, reception.response.status.code)
            try expect("the body", #"{"code":7}"#, reception.text)
        }
    }

    private static let emptyStream = ConformanceCase(
        "download/empty stream", "A stream without bytes ends at once.", isContract: true
    ) { rig in
        let server = try LoopbackServer { request, _ in Answer(request.path == "/204" ? 204 : 200) }
        let transport = rig.transport()
        for path in ["/200", "/204"] {
            let request = try rig.request(.get, server, path, delivery: .streamed)
            try expect("the body", 0, await rig.reception(of: request, by: transport).body.count)
        }
    }
}
