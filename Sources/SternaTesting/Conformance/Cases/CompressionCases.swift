import Sterna

/// Codings of the body (RFC 9110 §8.4).
enum CompressionCases {
    static let all = [
        asked, gzip, bytewise, deflate, brotli, identity, unknown, bodyless, emptyBody, corrupt, cutShort, bomb,
        streamedBomb,
        streamed, errorBody,
    ]

    private static let text = String(repeating: "0123456789", count: 300)

    private static func answer(_ coding: String, _ body: Data, status: String = "200 OK") -> Data {
        let head = "HTTP/1.1 \(status)\r\nContent-Encoding: \(coding)\r\nContent-Length: \(body.count)\r\n\r\n"
        return Data(head.utf8) + body
    }

    private static func expectDecoded(_ reception: Reception, _ text: String) throws {
        try expect("the body is decoded", reception.text == text, seen: reception.body.prefix(40))
        try expect("Content-Encoding", nil, reception.field("Content-Encoding"))
        try expect("Content-Length", nil, reception.field("Content-Length"))
    }

    private static let asked = ConformanceCase(
        "coding/asked for", "gzip is asked for, once."
    ) { rig in
        let server = try LoopbackServer { _, _ in .text("ok") }
        _ = try await rig.transport().send(rig.request(.get, server))
        let values = server.requests.first?.values(of: "Accept-Encoding") ?? []
        try expect("one Accept-Encoding", 1, values.count)
        try expect("gzip in it", values.first?.contains("gzip") == true, seen: values)
    }

    // B65
    private static let gzip = ConformanceCase(
        "coding/gzip", "gzip is decoded, and the fields say no more of it."
    ) { rig in
        let body = CodedBytes.gzip(Data(text.utf8))
        try expectDecoded(await rig.reception(of: answer("gzip", body)), text)
        try expectDecoded(await rig.reception(of: answer("x-gzip", body)), text)
        try expectDecoded(await rig.reception(of: answer("GZIP", body)), text)
    }

    private static let bytewise = ConformanceCase(
        "coding/gzip byte by byte", "gzip is decoded however it is cut."
    ) { rig in
        let bytes = answer("gzip", CodedBytes.gzip(Data("hello, world".utf8)))
        try expectDecoded(await rig.reception(of: bytes, at: Array(1..<bytes.count)), "hello, world")
    }

    private static let deflate = ConformanceCase("coding/deflate", "deflate is decoded.") { rig in
        try expectDecoded(await rig.reception(of: answer("deflate", CodedBytes.deflate(Data(text.utf8)))), text)
    }

    private static let brotli = ConformanceCase("coding/brotli", "brotli is decoded where it is asked for.") { rig in
        let server = try LoopbackServer { request, _ in
            guard request["Accept-Encoding"]?.contains("br") == true else { return .text("hello") }
            return Answer(fields: [.init("Content-Encoding", "br")], body: CodedBytes.brotliHello)
        }
        let reception = try await rig.reception(of: rig.request(.get, server), by: rig.transport())
        try expect("the body", "hello", reception.text)
    }

    private static let identity = ConformanceCase("coding/identity", "identity is no coding.") { rig in
        let reception = try await rig.reception(of: answer("identity", Data("hello".utf8)))
        try expect("the body", "hello", reception.text)
    }

    private static let unknown = ConformanceCase(
        "coding/unknown", "What cannot be decoded is decompression, or is handed over with its Content-Encoding."
    ) { rig in
        let server = try LoopbackServer(script: [.read, .send(answer("x-sterna", Data("hello".utf8))), .close])
        do {
            let reception = try await rig.reception(of: rig.request(.get, server), by: rig.transport())
            try expect("the body", "hello", reception.text)
            try expect("Content-Encoding", "x-sterna", reception.field("Content-Encoding"))
        } catch let error as APIError {
            try expect(.decompression, in: error)
        }
    }

    // B64
    private static let bodyless = ConformanceCase(
        "coding/no body", "204, 304 and an answer to HEAD may name a coding and have no body."
    ) { rig in
        let heads: [(HTTPMethod, String)] = [
            (.get, "204 No Content\r\n"), (.get, "304 Not Modified\r\n"), (.head, "200 OK\r\nContent-Length: 133\r\n"),
        ]
        for (method, head) in heads {
            let text = "HTTP/1.1 \(head)Content-Encoding: gzip\r\n\r\n"
            try expect("the body", 0, await rig.reception(of: text, to: method).body.count)
        }
    }

    // B64
    private static let emptyBody = ConformanceCase(
        "coding/empty body", "A body of no bytes that is said to be gzip is empty."
    ) { rig in
        for framing in ["Content-Length: 0\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"] {
            let reception = try await rig.reception(of: "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\(framing)")
            try expect("the body", 0, reception.body.count)
        }
    }

    private static let corrupt = ConformanceCase(
        "coding/corrupt", "A body that is not what its coding says is decompression."
    ) { rig in
        var broken = CodedBytes.gzip(Data(text.utf8))
        broken[13] ^= 0xFF
        for body in [broken, Data("this is not gzip at all".utf8)] {
            try expect(.decompression, in: await rig.failure(of: answer("gzip", body)))
        }
    }

    // B81
    private static let cutShort = ConformanceCase(
        "coding/cut short", "A coded body that ends within the coding is truncated or decompression."
    ) { rig in
        let whole = CodedBytes.gzip(Data(text.utf8))
        for part in [whole.dropLast(8), whole.prefix(200), whole.prefix(5), whole.dropLast(1)] {
            try expect(.truncated, .decompression, in: await rig.failure(of: answer("gzip", Data(part))))
        }
    }

    // B67
    private static let bomb = ConformanceCase(
        "coding/bomb", "The limit counts decoded bytes: kilobytes that become megabytes are tooLarge."
    ) { rig in
        let bytes = answer("gzip", CodedBytes.bomb(64 << 20))
        try expect(.tooLarge, in: await rig.failure(of: bytes, delivery: .complete(limit: 1 << 20)))
    }

    private static let streamedBomb = ConformanceCase(
        "coding/bomb in a stream", "Whoever reads a stream can leave while it grows.", needs: .backPressure
    ) { rig in
        let server = try LoopbackServer(script: [.read, .send(answer("gzip", CodedBytes.bomb(256 << 20))), .hang])
        var response: HTTPResponse? = try await rig.transport().send(rig.request(.get, server, delivery: .streamed))
        var count = 0
        if let stream = try response?.body.streamed() {
            for try await chunk in stream {
                count += chunk.count
                guard count < 1 << 20 else { break }
            }
        }
        try expect("the largest piece", count < 16 << 20, seen: "\(count) bytes")
        response = nil
        try expect("the connection closes", await server.waitForClose(within: .seconds(3)), seen: "it is open")
    }

    private static let streamed = ConformanceCase("coding/stream", "A stream is decoded too.") { rig in
        let bytes = answer("gzip", CodedBytes.gzip(Data(text.utf8)))
        try expectDecoded(await rig.reception(of: bytes, delivery: .streamed), text)
    }

    private static let errorBody = ConformanceCase("coding/error body", "The body of an error is decoded too.") { rig in
        let bytes = answer("gzip", CodedBytes.gzip(Data(text.utf8)), status: "500 Oops")
        try expectDecoded(await rig.reception(of: bytes), text)
    }
}
