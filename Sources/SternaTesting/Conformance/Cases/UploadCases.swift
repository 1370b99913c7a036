import Sterna

/// The body of a request.
enum UploadCases {
    static let all =
        [
            emptyBytes, file, emptyFile, filePart, chunks, measuredChunks, emptyChunks, replayable, anyMethod, heldBack,
            slowChunks, largeUp, bodyOfStream,
        ]
        + sizes

    // B74
    private static let sizes = [1, 65_535, 65_536, 65_537, 130_000].map { count in
        ConformanceCase(
            "upload/\(count) bytes", "A body arrives whole and says its length, also where the server reads slowly."
        ) { rig in
            let server = try LoopbackServer(script: [
                .slowRead(bytesPerTick: max(1024, count / 100), every: .milliseconds(1)),
                .send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"), .hang,
            ])
            let body = noise(count)
            _ = try await rig.transport().send(rig.request(.post, server, body: .data(body)))
            try expect("Content-Length", "\(count)", server.requests.first?["Content-Length"])
            try expect("the bytes arrive as they are", server.requests.first?.body == body, seen: "others")
        }
    }

    private static let emptyBytes = ConformanceCase(
        "upload/no bytes", "A body of no bytes says Content-Length: 0."
    ) { rig in
        let server = try LoopbackServer { _, _ in Answer(204) }
        _ = try await rig.transport().send(rig.request(.put, server, body: .data(Data())))
        try expect("Content-Length", "0", server.requests.first?["Content-Length"])
    }

    private static let file = ConformanceCase("upload/file", "A file arrives whole and says its length.") { rig in
        let server = try LoopbackServer { _, _ in Answer(204) }
        let bytes = noise(300_001)
        let file = try ScratchFile(bytes)
        _ = try await rig.transport().send(rig.request(.put, server, body: .file(file.path)))
        try expect("Content-Length", "300001", server.requests.first?["Content-Length"])
        try expect("the bytes arrive as they are", server.requests.first?.body == bytes, seen: "others")
    }

    private static let emptyFile = ConformanceCase(
        "upload/empty file", "An empty file says Content-Length: 0."
    ) { rig in
        let server = try LoopbackServer { _, _ in Answer(204) }
        let file = try ScratchFile(Data())
        _ = try await rig.transport().send(rig.request(.put, server, body: .file(file.path)))
        try expect("Content-Length", "0", server.requests.first?["Content-Length"])
    }

    private static let filePart = ConformanceCase(
        "upload/part of a file", "A part of a file arrives, and no more."
    ) { rig in
        let server = try LoopbackServer { _, _ in Answer(204) }
        let bytes = noise(200_000)
        let file = try ScratchFile(bytes)
        let transport = rig.transport()
        for range in [0..<200_000, 0..<1, 199_999..<200_000, 70_000..<150_000, 5..<5] as [Range<Int64>] {
            _ = try await transport.send(rig.request(.put, server, body: .file(file.path, range: range)))
            let part = bytes[Int(range.lowerBound)..<Int(range.upperBound)]
            try expect("Content-Length", "\(part.count)", server.requests.last?["Content-Length"])
            try expect("the part \(range) arrives", server.requests.last?.body == part, seen: "other bytes")
        }
    }

    private static let chunks = ConformanceCase(
        "upload/chunks", "A body of unknown length is sent chunked (RFC 9112 §7.1).", needs: .streamedUploads
    ) { rig in
        let server = try LoopbackServer { _, _ in Answer(204) }
        let pieces = (1...20).map { noise($0 * 1000) }
        let body = ChunkSource().body { $0 < pieces.count ? pieces[$0] : nil }
        _ = try await rig.transport().send(rig.request(.post, server, body: body))
        try expect("Transfer-Encoding", "chunked", server.requests.first?["Transfer-Encoding"])
        try expect("Content-Length", nil, server.requests.first?["Content-Length"])
        try expect("the bytes arrive", server.requests.first?.body == Data(pieces.joined()), seen: "others")
    }

    private static let measuredChunks = ConformanceCase(
        "upload/chunks of known length", "Chunks whose length is known say it.", needs: .streamedUploads
    ) { rig in
        let server = try LoopbackServer { _, _ in Answer(204) }
        let pieces = (1...20).map { noise($0 * 1000) }
        let body = ChunkSource().body(length: 210_000) { $0 < pieces.count ? pieces[$0] : nil }
        _ = try await rig.transport().send(rig.request(.post, server, body: body))
        try expect("Content-Length", "210000", server.requests.first?["Content-Length"])
        try expect("Transfer-Encoding", nil, server.requests.first?["Transfer-Encoding"])
        try expect("the bytes arrive", server.requests.first?.body == Data(pieces.joined()), seen: "others")
    }

    private static let emptyChunks = ConformanceCase(
        "upload/empty chunks", "An empty chunk is not the end of a body, and a body may have no chunks at all.",
        needs: .streamedUploads
    ) { rig in
        let server = try LoopbackServer { _, _ in Answer(204) }
        let transport = rig.transport()
        for pieces in [["", "ab", "", "c", ""], [""], []] {
            let body = ChunkSource().body { $0 < pieces.count ? Data(pieces[$0].utf8) : nil }
            _ = try await transport.send(rig.request(.post, server, body: body))
            try expect("the body", pieces.joined(), server.requests.last?.text)
        }
    }

    private static let replayable = ConformanceCase(
        "upload/opened once", "Chunks are opened once for each sending.", needs: .streamedUploads
    ) { rig in
        let server = try LoopbackServer { _, _ in Answer(204) }
        let transport = rig.transport()
        let source = ChunkSource()
        let body = source.body(isReplayable: true) { $0 % 2 == 0 ? Data("ab".utf8) : nil }
        for round in 1...2 {
            _ = try await transport.send(rig.request(.post, server, body: body))
            try expect("chunks and ends that were made", 2 * round, source.made)
        }
        try expect("the bodies", ["ab", "ab"], server.requests.map(\.text))
    }

    private static let anyMethod = ConformanceCase(
        "upload/any method", "A body goes with every method but GET, HEAD and TRACE."
    ) { rig in
        let server = try LoopbackServer { request, _ in .text(request.text) }
        let transport = rig.transport()
        for word in ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"] {
            guard let method = HTTPMethod(rawValue: word) else { continue }
            let request = try rig.request(method, server, body: .text("content"))
            try expect("the answer to \(word)", "content", await rig.reception(of: request, by: transport).text)
            try expect("the method", word, server.requests.last?.method)
        }
    }

    // B91
    private static let heldBack = ConformanceCase(
        "upload/held back", "Chunks are made as fast as the server takes them, not faster.", needs: .streamedUploads
    ) { rig in
        let server = try LoopbackServer(script: [
            .readHead, .wait(.milliseconds(400)), .readBody(), .send("HTTP/1.1 204 No Content\r\n\r\n"), .hang,
        ])
        let source = ChunkSource()
        let piece = noise(64 << 10)
        let body = source.body { $0 < 1024 ? piece : nil }
        let transport = rig.transport()
        let call = Task { try await transport.send(rig.request(.post, server, body: body)) }
        _ = await server.waitForRequests(1)
        try await Task.sleep(for: .milliseconds(250))
        let ahead = source.made
        try expect("at most 20 MiB made ahead of the server", ahead <= 320, seen: "\(ahead) × 64 KiB")
        try expect("the status", 204, await call.value.status.code)
        try expect("the length that arrived", 64 << 20, server.requests.first?.bodyLength)
    }

    private static let slowChunks = ConformanceCase(
        "upload/slow chunks", "Time in which the body is made is not idle.", needs: .streamedUploads
    ) { rig in
        let server = try LoopbackServer { request, _ in .text(request.text) }
        let body = ChunkSource().body { index in
            try await Task.sleep(for: .milliseconds(250))
            return index < 3 ? Data("ab".utf8) : nil
        }
        var request = try rig.request(.post, server, body: body)
        request.timeouts.idle = .milliseconds(150)
        try expect("the answer", "ababab", await rig.reception(of: request, by: rig.transport()).text)
    }

    private static let largeUp = ConformanceCase("upload/16 MiB", "A large body arrives whole.") { rig in
        let server = try LoopbackServer { request, _ in .text("\(request.bodyLength)") }
        let body = noise(16 << 20)
        let reception = try await rig.reception(of: rig.request(.put, server, body: .data(body)), by: rig.transport())
        try expect("the length that arrived", "\(16 << 20)", reception.text)
        try expect("the bytes arrive as they are", server.requests.first?.body == body, seen: "others")
    }

    private static let bodyOfStream = ConformanceCase(
        "upload/both ways at once", "An answer may come while the body is sent, and both end whole.",
        needs: .streamedUploads
    ) { rig in
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
        let server = try LoopbackServer(script: [.readHead, .send(answer), .readBody(), .hang])
        let body = ChunkSource().body { index in
            try await Task.sleep(for: .milliseconds(20))
            return index < 10 ? noise(10_000) : nil
        }
        let reception = try await rig.reception(of: rig.request(.post, server, body: body), by: rig.transport())
        try expect("the body", "hello", reception.text)
    }
}
