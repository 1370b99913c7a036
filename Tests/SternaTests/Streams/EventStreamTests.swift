import Sterna
import SternaTesting
import Testing

extension Endpoint where Response == ServerEvent {
    static let live = Endpoint(.get, "/events")
}

/// Event streams through real sockets.
@Suite(.timeLimit(.minutes(1))) struct EventStreamTests {
    // B90
    @Test func `the first event is delivered before the server sends the second`() async throws {
        let pace = Pace()
        let server = try LoopbackServer { _, _ in
            .chunks(fields: [.init("Content-Type", "text/event-stream")]) { index in
                guard index < 20, pace.reaches(index) else { return nil }
                return Data("data: \(index)\n\n".utf8)
            }
        }
        var found: [String] = []
        for try await event in try client(of: server).events(.live, reconnect: .never) {
            found.append(event.data)
            pace.step()
        }
        #expect(found == (0..<20).map(String.init))
    }

    // B85, B88
    @Test func `an event that comes byte by byte is one event`() async throws {
        let text = "data: 你好🌍\r\ndata: b\r\n\r\n"
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: \(text.utf8.count)\r\n\r\n"
        let server = try LoopbackServer(script: [.read, .send(head), .trickle(text, every: .milliseconds(1)), .close])
        #expect(try await all(client(of: server).events(.live, reconnect: .never)).map(\.data) == ["你好🌍\nb"])
    }

    // B86
    @Test func `thousands of small events all come`() async throws {
        let server = try LoopbackServer { _, _ in
            .chunks(fields: [.init("Content-Type", "text/event-stream")]) { index in
                index < 50 ? Data((0..<100).map { "data: \(index * 100 + $0)\n\n" }.joined().utf8) : nil
            }
        }
        let found = try await all(client(of: server).events(.live, reconnect: .never))
        #expect(found.map(\.data) == (0..<5000).map(String.init))
    }

    @Test func `the request asks for events, and nothing is sent before the first is asked for`() async throws {
        let demo = try DemoAPI.start(keepsRequests: true)
        let api = try APIClient(baseURL: demo.url) { $0.fields["X-App"] = "t" }
        let stream = api.events(.live)
        #expect(demo.server.requestCount == 0)
        for try await _ in stream { break }
        for try await _ in api.events(Endpoint<Tick>(.get, "/events")) { break }
        #expect(demo.server.requests.map { $0["Accept"] } == ["text/event-stream", "text/event-stream"])
        #expect(demo.server.requests.allSatisfy { $0["Cache-Control"] == "no-cache" && $0["X-App"] == "t" })
    }

    @Test func `events are read as a type, in the client's style`() async throws {
        let text = #"data: {"tick_number": 1}"# + "\n\n" + #"data: {"tick_number": 2}"# + "\n\n"
        let server = try stream(text)
        let api = try client(of: server) { $0.json.keys = .snakeCase }
        struct Named: Decodable, Hashable, Sendable { let tickNumber: Int }
        let typed = try await all(api.events(Endpoint<Named>(.get, "/"), reconnect: .never))
        #expect(typed.map(\.tickNumber) == [1, 2])
        for try await event in api.events(.live, reconnect: .never) {
            #expect(try event.decode(Named.self).tickNumber <= 2)
            #expect(throws: APIError.self) { try event.decode(Int.self) }
        }
        let texts = try await all(api.events(Endpoint<String>(.get, "/"), reconnect: .never))
        #expect(texts.first == #"{"tick_number": 1}"#)
    }

    @Test func `an event that is not of the type ends the stream and says where`() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
        let event = "id: 5\nevent: tick\ndata: {\"number\":\"x\",\"of\":1}\n\n"
        let server = try LoopbackServer(script: [.read, .send(head + event), .hang])
        var iterator = try client(of: server).events(Endpoint<Tick>(.get, "/")).makeAsyncIterator()
        let error = await failure { try await iterator.next() as Any }
        #expect(error?.kind == .decoding)
        for word in ["tick", "5", "$.number"] { #expect(error?.detail.contains(word) == true, "\(word)") }
        #expect(error?.request != nil && error?.response?.status == 200)
        #expect(try await iterator.next() == nil)
        #expect(await server.waitForClose())
    }

    @Test func `an event beyond the limit is refused while it comes`() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: ok\n\n"
        for endless in [": comment", "data: x", "data: x\n"] {
            let server = try LoopbackServer(script: [.read, .send(head), .sendRepeatedly(endless)])
            var found = 0
            let error = await failure {
                for try await _ in try client(of: server).events(.live, limit: 100_000) { found += 1 }
            }
            #expect(error?.kind == .tooLarge && found == 1, "\(endless)")
            #expect(await server.waitForClose())
        }
    }

    @Test(arguments: ["text/html", "application/json", "text/event-streams", "", nil])
    func `an answer that is no event stream is refused`(type: String?) async throws {
        let server = try LoopbackServer { _, _ in
            Answer(fields: type.map { [.init("Content-Type", $0)] } ?? [], body: "data: x\n\n".utf8)
        }
        let error = await failure { for try await _ in try client(of: server).events(.live) {} }
        #expect(error?.kind == .decoding && server.requestCount == 1)
    }

    @Test(arguments: [201, 206, 404, 500])
    func `a status other than 200 is refused`(status: Int) async throws {
        let server = try LoopbackServer { _, _ in
            Answer(status, fields: [.init("Content-Type", "text/event-stream")], body: "data: x\n\n".utf8)
        }
        let api = try client(of: server) { $0.retry = .never }
        let error = await failure { for try await _ in api.events(.live) {} }
        #expect(error?.response?.status.code == status && server.requestCount == 1)
    }

    @Test func `events in a gzip stream come as the server flushes them`() async throws {
        for (coding, pieces) in try await FlushedPieces.all(["data: 1\n\n", "data: 2\n\n", "data: 3\n\n"]) {
            let pace = Pace()
            let fields: [Answer.Field] = [
                .init("Content-Type", "text/event-stream"), .init("Content-Encoding", coding),
            ]
            let server = try LoopbackServer { _, _ in
                .chunks(fields: fields) { index in
                    guard index < pieces.count, pace.reaches(min(index, 3)) else { return nil }
                    return pieces[index]
                }
            }
            var found: [String] = []
            for try await event in try client(of: server).events(.live, reconnect: .never) {
                found.append(event.data)
                pace.step()
            }
            #expect(found == ["1", "2", "3"], "\(coding)")
        }
    }

    private func stream(_ text: String) throws -> LoopbackServer {
        try LoopbackServer { _, _ in
            Answer(fields: [.init("Content-Type", "text/event-stream")], body: text.utf8)
        }
    }
}

struct Tick: Decodable, Hashable, Sendable {
    let number, of: Int
}

/// Every element of a sequence.
func all<Sequence: AsyncSequence>(_ sequence: Sequence) async throws -> [Sequence.Element] {
    var elements: [Sequence.Element] = []
    for try await element in sequence { elements.append(element) }
    return elements
}
