import Sterna
import SternaTesting
import Testing

@Suite struct MockTransportTests {
    let request: HTTPRequest

    init() throws {
        request = HTTPRequest(.get, try URI("http://api.test/posts"))
    }

    @Test func `it answers from the closure and records what was sent`() async throws {
        let mock = MockTransport { .json("[1]", status: .created, fields: ["X-A": "1"], to: $0) }
        let response = try await mock.send(request)
        #expect(response.status == .created && response.url == request.url)
        #expect(response.fields[.contentType] == "application/json" && response.fields[.contentLength] == "3")
        #expect(mock.requests.map(\.url) == [request.url])
    }

    @Test func `a sequence gives its replies in order and refuses one request too many`() async throws {
        let mock = MockTransport.sequence([
            .empty(status: 503), .failure(APIError(.connectionLost, "cut")), .text("ok"),
        ])
        #expect(try await mock.send(request).status == 503)
        await #expect(throws: APIError(.connectionLost, "cut")) { try await mock.send(request) }
        #expect(try await mock.send(request).status == .ok)
        let error = await #expect(throws: APIError.self) { try await mock.send(request) }
        #expect(error?.kind == .invalidRequest && error?.detail.contains("3 replies and got request 4") == true)
    }

    @Test func `a cancelled task gets CancellationError, not the answer`() async throws {
        let (request, mock) = (
            request,
            MockTransport { request in
                while !Task.isCancelled { await Task.yield() }
                return .text("late", to: request)
            }
        )
        let task = Task { try await mock.send(request) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `a stream gives its chunks and then its error`() async throws {
        let mock = MockTransport { request in
            .stream([Data("a".utf8), Data("b".utf8)], failing: APIError(.truncated, "cut"), to: request)
        }
        guard case .stream(let stream) = try await mock.send(request).body else {
            Issue.record("no stream")
            return
        }
        var iterator = stream.makeAsyncIterator()
        #expect(try await iterator.next() == Data("a".utf8))
        #expect(try await iterator.next() == Data("b".utf8))
        await #expect(throws: APIError(.truncated, "cut")) { try await iterator.next() }
    }

    @Test func `the bytes of a sent body can be looked at, whatever it is made of`() async throws {
        let path = "/tmp/sterna-mock-\(UInt64.random(in: 0 ... .max))"
        try Data("0123456789".utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let chunks = HTTPBody.chunks(isReplayable: true) {
            AsyncStream { continuation in
                for text in ["a", "b"] { continuation.yield(Data(text.utf8)) }
                continuation.finish()
            }
        }
        let bodies: [HTTPBody] = [.text("é"), .file(path), .file(path, range: 2..<5), chunks]
        var texts: [String] = []
        for body in bodies { texts.append(String(decoding: try await body.bytes(), as: UTF8.self)) }
        #expect(texts == ["é", "0123456789", "234", "ab"])
    }
}
