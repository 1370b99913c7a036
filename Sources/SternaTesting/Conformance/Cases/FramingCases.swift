import Sterna

/// Where the body of an answer ends (RFC 9112 §6).
enum FramingCases {
    static let all =
        [
            length, equalLengths, chunked, chunkSizes, closeDelimited, oldVersion, empty, head, bodyless, resetContent,
            interim, trailers, both, bytesAfterTheEnd, afterBodyless,
        ] + cuts

    private static let length = ConformanceCase("framing/length", "A body has the length that is said.") { rig in
        let reception = try await rig.reception(of: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
        try expect("the body", "hello", reception.text)
    }

    private static let equalLengths = ConformanceCase(
        "framing/equal lengths", "Lengths that are said twice and are the same are one length (RFC 9112 §6.3)."
    ) { rig in
        let reception = try await rig.reception(
            of: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello")
        try expect("the body", "hello", reception.text)
    }

    private static let chunked = ConformanceCase("framing/chunked", "Chunks are joined (RFC 9112 §7.1).") { rig in
        let reception = try await rig.reception(
            of: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n7\r\n, world\r\n0\r\n\r\n")
        try expect("the body", "hello, world", reception.text)
    }

    private static let chunkSizes = ConformanceCase(
        "framing/chunk sizes", "A size may be in either case, with zeros before it and extensions after it."
    ) { rig in
        let ten = "0123456789"
        let reception = try await rig.reception(
            of: "HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\nA\r\n\(ten)\r\n0a\r\n\(ten)\r\n"
                + "000A;name=\"v;\"\r\n\(ten)\r\n0;last\r\n\r\n")
        try expect("the body", ten + ten + ten, reception.text)
    }

    private static let closeDelimited = ConformanceCase(
        "framing/until the end", "Without a length the body ends with the connection (RFC 9112 §6.3)."
    ) { rig in
        let reception = try await rig.reception(of: "HTTP/1.1 200 OK\r\n\r\nhello")
        try expect("the body", "hello", reception.text)
    }

    private static let oldVersion = ConformanceCase("framing/HTTP 1.0", "An answer of HTTP/1.0 is read.") { rig in
        let reception = try await rig.reception(of: "HTTP/1.0 200 OK\r\nX-A: b\r\n\r\nhello")
        try expect("the body", "hello", reception.text)
        try expect("X-A", "b", reception.field("X-A"))
    }

    private static let empty = ConformanceCase("framing/empty", "A body may be empty in every framing.") { rig in
        for head in ["Content-Length: 0\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "\r\n"] {
            let reception = try await rig.reception(of: "HTTP/1.1 200 OK\r\n" + head)
            try expect("the body", "", reception.text)
        }
    }

    // B33
    private static let head = ConformanceCase(
        "framing/HEAD", "An answer to HEAD has no body, whatever its length says (RFC 9112 §6.3)."
    ) { rig in
        let server = try LoopbackServer(script: [
            .read, .send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"), .hang,
        ])
        let request = try rig.request(.head, server, delivery: .complete(limit: 10))
        let reception = try await rig.reception(of: request, by: rig.transport())
        try expect("the body", "", reception.text)
        try expect("Content-Length", "100", reception.field("Content-Length"))
    }

    // B33
    private static let bodyless = ConformanceCase(
        "framing/no body", "204 and 304 have no body, whatever their fields say (RFC 9112 §6.3)."
    ) { rig in
        for code in [204, 304] {
            let server = try LoopbackServer(script: [
                .read, .send("HTTP/1.1 \(code) X\r\nContent-Length: 100\r\nETag: \"e\"\r\n\r\n"), .hang,
            ])
            let reception = try await rig.reception(of: rig.request(.get, server), by: rig.transport())
            try expect("the status", code, reception.response.status.code)
            try expect("the body", "", reception.text)
            try expect("ETag", "\"e\"", reception.field("ETag"))
        }
    }

    private static let resetContent = ConformanceCase(
        "framing/205", "An answer 205 with nothing in it is read."
    ) { rig in
        for framing in ["Content-Length: 0\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"] {
            let reception = try await rig.reception(of: "HTTP/1.1 205 Reset Content\r\n" + framing)
            try expect("the status", 205, reception.response.status.code)
            try expect("the body", "", reception.text)
        }
    }

    private static let interim = ConformanceCase(
        "framing/interim answers", "Interim answers are passed over, with their fields (RFC 9110 §15.2)."
    ) { rig in
        let reception = try await rig.reception(
            of: "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nX-Early: 1\r\nLink: </a>\r\n\r\n"
                + "HTTP/1.1 200 OK\r\nX-A: b\r\nContent-Length: 2\r\n\r\nok")
        try expect("the status", 200, reception.response.status.code)
        try expect("the body", "ok", reception.text)
        try expect("X-A", "b", reception.field("X-A"))
        try expect("X-Early", nil, reception.field("X-Early"))
    }

    private static let trailers = ConformanceCase(
        "framing/trailers", "Trailers are no part of the head or the body (RFC 9110 §6.5)."
    ) { rig in
        let reception = try await rig.reception(
            of: "HTTP/1.1 200 OK\r\nX-A: head\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-A: trailer\r\n"
                + "X-T: 1\r\nContent-Length: 9\r\n\r\n")
        try expect("the body", "ok", reception.text)
        try expect("X-A", "head", reception.field("X-A"))
        try expect("X-T", nil, reception.field("X-T"))
    }

    private static let both = ConformanceCase(
        "framing/length and chunks", "Where a length stands beside chunks, the chunks count, or it is refused."
    ) { rig in
        let server = try LoopbackServer(script: [
            .read,
            .send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"),
            .close,
        ])
        do {
            let reception = try await rig.reception(of: rig.request(.get, server), by: rig.transport())
            try expect("the body", "hello", reception.text)
        } catch let error as APIError {
            try expect(.malformedResponse, in: error)
        }
    }

    private static let bytesAfterTheEnd = ConformanceCase(
        "framing/bytes after the end", "Bytes after the end of an answer are never taken for the next one."
    ) { rig in
        let one = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\none"
        let extra = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"
        let two: [Script.Step] = [.read, .send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\ntwo")]
        let server = try LoopbackServer(scripts: [Script([.read, .send(one + extra)] + two), Script(two)])
        let transport = rig.transport()
        let first = try await rig.reception(of: rig.request(.get, server), by: transport)
        try expect("the first body", "one", first.text)
        let second = try await rig.reception(of: rig.request(.get, server), by: transport)
        try expect("the second body", "two", second.text)
    }

    private static let afterBodyless = ConformanceCase(
        "framing/after no body", "A connection goes on after an answer without a body."
    ) { rig in
        let server = try LoopbackServer { request, _ in
            request.path == "/204" ? Answer(204) : request.path == "/304" ? Answer(304) : .text("ok")
        }
        let transport = rig.transport()
        for path in ["/204", "/x", "/304", "/x"] {
            let reception = try await rig.reception(of: rig.request(.get, server, path), by: transport)
            try expect("the body of \(path)", path == "/x" ? "ok" : "", reception.text)
        }
        _ = try await rig.reception(of: rig.request(.head, server), by: transport)
        try expect("the body after HEAD", "ok", await rig.reception(of: rig.request(.get, server), by: transport).text)
    }

    private static let cuts = [
        ("length", "HTTP/1.1 200 OK\r\nX-A: b\r\nContent-Length: 5\r\n\r\nhello"),
        ("chunks", "HTTP/1.1 200 OK\r\nX-A: b\r\nTransfer-Encoding: chunked\r\n\r\n2;x\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n"),
        ("end", "HTTP/1.1 200 OK\r\nX-A: b\r\n\r\nhello"),
        ("interim", "HTTP/1.1 103 E\r\nX-E: 1\r\n\r\nHTTP/1.1 200 OK\r\nX-A: b\r\nContent-Length: 5\r\n\r\nhello"),
        ("LF", "HTTP/1.1 200 OK\nX-A: b\nContent-Length: 5\n\nhello"),
    ].map { name, answer in
        ConformanceCase("framing/cut everywhere: \(name)", "An answer is the same however its bytes are cut.") { rig in
            for delivery in [ResponseDelivery.complete(limit: 1024), .streamed] {
                let cuts = Array(1..<answer.utf8.count)
                let reception = try await rig.reception(of: answer, at: cuts, delivery: delivery)
                try expect("the body", "hello", reception.text)
                try expect("X-A", "b", reception.field("X-A"))
            }
        }
    }
}
