import Sterna

/// Bodies that cannot be sent as they were promised, and servers that do not want them.
enum UploadFaultCases {
    static let all = [
        missingFile, folder, partBeyondTheEnd, growingFile, tooShort, tooLong, throwingChunks, earlyAnswer,
        earlyAnswerToFile,
        earlyAnswerStopsChunks, serverVanishes, noReader,
    ]

    private static func status(_ line: String) -> String { "HTTP/1.1 \(line)\r\nContent-Length: 2\r\n\r\nno" }

    // B72
    private static let missingFile = ConformanceCase(
        "upload/missing file", "A file that is not there is fileSystem, before connecting."
    ) { rig in
        let server = try LoopbackServer { _, _ in .text("ok") }
        let request = try rig.request(.put, server, body: .file("/nowhere/at/all"))
        let error = try await rig.failure(of: request, by: rig.transport())
        try expect(.fileSystem, in: error)
        try expect("the path in the detail", error.detail.contains("/nowhere/at/all"), seen: error.detail)
        try expect("connections", 0, server.connections.count)
    }

    private static let folder = ConformanceCase(
        "upload/folder", "A folder is no file: fileSystem, before connecting."
    ) { rig in
        let server = try LoopbackServer { _, _ in .text("ok") }
        let folder = FileManager.default.temporaryDirectory.path
        let request = try rig.request(.put, server, body: .file(folder))
        try expect(.fileSystem, in: await rig.failure(of: request, by: rig.transport()))
        try expect("connections", 0, server.connections.count)
    }

    private static let partBeyondTheEnd = ConformanceCase(
        "upload/part beyond the end", "A part that the file does not have is fileSystem, before connecting."
    ) { rig in
        let server = try LoopbackServer { _, _ in .text("ok") }
        let file = try ScratchFile(noise(100))
        let request = try rig.request(.put, server, body: .file(file.path, range: 50..<101))
        try expect(.fileSystem, in: await rig.failure(of: request, by: rig.transport()))
        try expect("connections", 0, server.connections.count)
    }

    private static let growingFile = ConformanceCase(
        "upload/file that changes", "A file that changes its length while it is sent is fileSystem."
    ) { rig in
        for length in [100, 400_000] {
            let file = try ScratchFile(noise(200_000))
            let server = try LoopbackServer(script: [
                .readHead, .wait(.milliseconds(200)), .readBody(), .send(status("200 OK")), .hang,
            ])
            let request = try rig.request(.put, server, body: .file(file.path))
            let transport = rig.transport()
            let call = Task { try await rig.failure(of: request, by: transport) }
            _ = await server.waitForRequests(1)
            try await Task.sleep(for: .milliseconds(50))
            try file.resize(to: length)
            try expect(.fileSystem, in: await call.value)
        }
    }

    private static let tooShort = ConformanceCase(
        "upload/fewer bytes than said", "Chunks that end before the length that was said are bodyEncoding.",
        needs: .streamedUploads
    ) { rig in
        let server = try LoopbackServer { request, _ in .text(request.text) }
        let body = ChunkSource().body(length: 4) { $0 == 0 ? Data("abc".utf8) : nil }
        let error = try await rig.failure(of: rig.request(.post, server, body: body), by: rig.transport())
        try expect(.bodyEncoding, in: error)
        try expect("a complete request", false, server.requests.contains(where: \.isComplete))
    }

    private static let tooLong = ConformanceCase(
        "upload/more bytes than said", "Chunks that go beyond the length that was said are bodyEncoding.",
        needs: .streamedUploads
    ) { rig in
        let server = try LoopbackServer { request, _ in .text(request.text) }
        for pieces in [["abc"], ["ab", "c"]] {
            let body = ChunkSource().body(length: 2) { $0 < pieces.count ? Data(pieces[$0].utf8) : nil }
            let error = try await rig.failure(of: rig.request(.post, server, body: body), by: rig.transport())
            try expect(.bodyEncoding, in: error)
        }
    }

    private struct Mishap: Error {}

    private static let throwingChunks = ConformanceCase(
        "upload/chunks that throw", "A body that cannot be made is bodyEncoding, and the server gets no whole request.",
        needs: .streamedUploads
    ) { rig in
        let server = try LoopbackServer { request, _ in .text(request.text) }
        for length in [nil, 100] as [Int64?] {
            let body = ChunkSource().body(length: length) { index in
                guard index < 1 else { throw Mishap() }
                return Data("abc".utf8)
            }
            let error = try await rig.failure(of: rig.request(.post, server, body: body), by: rig.transport())
            try expect(.bodyEncoding, in: error)
            try expect("the cause beneath", error.underlying is Mishap, seen: "\(String(describing: error.underlying))")
        }
        try expect("a complete request", false, server.requests.contains(where: \.isComplete))
    }

    private static let earlyAnswer = ConformanceCase(
        "upload/early answer", "An answer that comes before the body was read is the answer."
    ) { rig in
        let server = try LoopbackServer(script: [
            .readHead, .readBody(upTo: 65_536), .send(status("413 Content Too Large\r\nConnection: close")), .close,
        ])
        let request = try rig.request(.post, server, body: .data(noise(4 << 20)))
        let reception = try await rig.reception(of: request, by: rig.transport())
        try expect("the status", 413, reception.response.status.code)
        try expect("the body", "no", reception.text)
    }

    private static let earlyAnswerToFile = ConformanceCase(
        "upload/early answer to a file", "An answer that comes before a file was read is the answer."
    ) { rig in
        let server = try LoopbackServer(script: [
            .readHead, .send(status("401 Unauthorized\r\nConnection: close")), .close,
        ])
        let file = try ScratchFile(noise(4 << 20))
        let reception = try await rig.reception(
            of: rig.request(.put, server, body: .file(file.path)), by: rig.transport())
        try expect("the status", 401, reception.response.status.code)
    }

    private static let earlyAnswerStopsChunks = ConformanceCase(
        "upload/early answer stops the body", "Once the exchange is over, no more of the body is made.",
        needs: .streamedUploads
    ) { rig in
        let server = try LoopbackServer(script: [
            .readHead, .send(status("400 Bad Request\r\nConnection: close")), .close,
        ])
        let source = ChunkSource()
        let body = source.body { _ in
            try await Task.sleep(for: .milliseconds(5))
            return Data("ab".utf8)
        }
        let reception = try await rig.reception(of: rig.request(.post, server, body: body), by: rig.transport())
        try expect("the status", 400, reception.response.status.code)
        try await Task.sleep(for: .milliseconds(100))
        let made = source.made
        try await Task.sleep(for: .milliseconds(200))
        try expect("chunks made after the end", made, source.made)
    }

    // B100
    private static let serverVanishes = ConformanceCase(
        "upload/server vanishes", "A server that closes within a large body is connectionLost, and no signal."
    ) { rig in
        let server = try LoopbackServer(script: [.readHead, .readBody(upTo: 100_000), .reset])
        let request = try rig.request(.post, server, body: .data(noise(8 << 20)))
        let error = try await rig.failure(of: request, by: rig.transport())
        try expect(.connectionLost, in: error)
        try expect("it may have been processed", true, error.mayHaveBeenProcessed)
    }

    private static let noReader = ConformanceCase(
        "upload/nobody reads", "A server that stops reading is a timeout, idle or total."
    ) { rig in
        let transport = rig.transport()
        for phase in [TimeoutPhase.idle, .total] {
            let server = try LoopbackServer(script: [.readHead, .hang])
            var request = try rig.request(.post, server, body: .data(noise(32 << 20)))
            if phase == .idle { request.timeouts.idle = .milliseconds(400) }
            if phase == .total { request.timeouts.total = .milliseconds(600) }
            try expect(.timedOut(phase), in: await rig.failure(of: request, by: transport))
        }
    }
}
