import Sterna

/// Answers that break the rules: each ends in a typed error, never in a trap, a hang, or a body that looks complete.
enum BrokenAnswerCases {
    static let all =
        garbage + lengths + chunks + endless
        + [emptyReply, resetBeforeHead, resetInBody, truncated, truncatedStream, cutHead, tooManyFields]

    // B24
    private static let garbage = [
        ("words", "hello there"), ("status", "HTTP/1.1 abc\r\n\r\n"), ("short status", "HTTP/1.1 20\r\n\r\n"),
        ("no status", "HTTP/1.1\r\n\r\n"), ("version", "HTTP/2.9 x\r\n\r\n"),
        ("control bytes", "\u{1}\u{2}\u{3}\r\n\r\n"),
        ("another protocol", "220 mail ESMTP\r\n"), ("HTTP 0.9", "<html>hi</html>"),
    ].map { name, bytes in
        ConformanceCase("broken/garbage: \(name)", "What is no answer of HTTP is malformedResponse.") { rig in
            try expect(.malformedResponse, in: await rig.failure(of: bytes.utf8))
        }
    }

    private static let lengths = [
        "2\r\nContent-Length: 3", "abc", "-1", "99999999999999999999", "0x2", "2, 3", "+2", "2 2",
    ].map { length in
        ConformanceCase(
            "broken/length \(length.replacing("\r\nContent-Length: ", with: " and "))",
            "Lengths that contradict each other, or are none, are malformedResponse (RFC 9112 §6.3)."
        ) { rig in
            let answer = "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\nok"
            try expect(.malformedResponse, in: await rig.failure(of: answer.utf8))
        }
    }

    private static let chunks = [
        ("no size", "xyz\r\nhello\r\n0\r\n\r\n"), ("negative size", "-5\r\nhello\r\n0\r\n\r\n"),
        ("huge size", "fffffffffffffffffff\r\nhello\r\n0\r\n\r\n"), ("longer than said", "3\r\nhello\r\n0\r\n\r\n"),
        ("empty size", "\r\nhello\r\n0\r\n\r\n"),
    ].map { name, body in
        ConformanceCase("broken/chunk: \(name)", "A broken chunk is malformedResponse.") { rig in
            let answer = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + body
            try expect(.malformedResponse, in: await rig.failure(of: answer.utf8))
        }
    }

    // B23
    private static let endless: [ConformanceCase] = [
        ("fields", "HTTP/1.1 200 OK\r\n", "X-N: aaaaaaaaaa\r\n"),
        ("line", "HTTP/1.1 200 OK\r\nX-A: ", String(repeating: "a", count: 4096)),
        ("interim answers", "", "HTTP/1.1 103 Early Hints\r\nX-A: b\r\n\r\n"),
        ("trailers", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n", "X-N: aaaaaaaaaa\r\n"),
    ].map { name, start, unit in
        ConformanceCase(
            "broken/endless \(name)", "A head without end is tooLarge, and the connection is closed."
        ) { rig in
            let server = try LoopbackServer(script: [.read, .send(start), .sendRepeatedly(unit)])
            try expect(.tooLarge, in: await rig.failure(of: rig.request(.get, server), by: rig.transport()))
            try expect("the connection closes", await server.waitForClose(within: .seconds(3)), seen: "it is open")
        }
    }

    private static let tooManyFields = ConformanceCase(
        "broken/too many fields", "More than 256 fields are tooLarge."
    ) { rig in
        let head = (0..<300).map { "X-\($0): 1\r\n" }.joined()
        try expect(.tooLarge, in: await rig.failure(of: "HTTP/1.1 200 OK\r\n\(head)Content-Length: 0\r\n\r\n".utf8))
    }

    private static let emptyReply = ConformanceCase(
        "broken/nothing", "A connection that closes without an answer is connectionLost.", isContract: true
    ) { rig in
        let server = try LoopbackServer(script: [.read, .close])
        try expect(.connectionLost, in: await rig.failure(of: rig.request(.get, server), by: rig.transport()))
    }

    private static let resetBeforeHead = ConformanceCase(
        "broken/reset before the head", "A connection that is reset before an answer is connectionLost."
    ) { rig in
        let server = try LoopbackServer(script: [.read, .reset])
        try expect(.connectionLost, in: await rig.failure(of: rig.request(.get, server), by: rig.transport()))
    }

    private static let resetInBody = ConformanceCase(
        "broken/reset in the body", "A connection that is reset within a body is connectionLost or truncated."
    ) { rig in
        let server = try LoopbackServer(script: [
            .read, .send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello"), .wait(.milliseconds(50)), .reset,
        ])
        let error = try await rig.failure(of: rig.request(.get, server), by: rig.transport())
        try expect(.connectionLost, .truncated, in: error)
    }

    private static let cutHead = ConformanceCase(
        "broken/cut head", "A head that is cut is no answer: connectionLost, truncated or malformedResponse."
    ) { rig in
        for part in ["HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 200 OK\r\nX-A: b\r\n", "HTTP/1.", "HTTP/1.1 200 OK"] {
            let error = try await rig.failure(of: part.utf8)
            try expect(.connectionLost, .truncated, .malformedResponse, in: error)
        }
    }

    // B81
    private static let truncated = ConformanceCase(
        "broken/short body", "A body that is shorter than said, or lacks its last chunk, is truncated.",
        isContract: true
    ) { rig in
        let answers = [
            "Content-Length: 100\r\n\r\nhello", "Content-Length: 100\r\n\r\n",
            "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", "Transfer-Encoding: chunked\r\n\r\n9\r\nhello",
            "Transfer-Encoding: chunked\r\n\r\n",
        ]
        for answer in answers {
            try expect(.truncated, in: await rig.failure(of: "HTTP/1.1 200 OK\r\n\(answer)".utf8))
        }
    }

    private static let truncatedStream = ConformanceCase(
        "broken/short stream", "A stream gives the bytes that came, then its error, and the error again.",
        isContract: true
    ) { rig in
        let server = try LoopbackServer(script: [
            .read, .send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello"), .close,
        ])
        let response = try await rig.transport().send(rig.request(.get, server, delivery: .streamed))
        var iterator = try response.body.streamed().makeAsyncIterator()
        var seen = Data()
        do {
            while let chunk = try await iterator.next() { seen.append(chunk) }
            throw ConformanceFailure("truncated", seen: "an end")
        } catch let error as APIError {
            try expect(.truncated, in: error)
        }
        try expect("the bytes before the error", "hello", String(decoding: seen, as: UTF8.self))
        do {
            let more = try await iterator.next()
            try expect("no bytes after the error", nil, more)
        } catch let error as APIError {
            try expect(.truncated, in: error)
        }
    }
}
