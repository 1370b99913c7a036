import Sterna
import SternaTesting
import Testing

/// Event streams that are opened again, through real sockets.
@Suite(.timeLimit(.minutes(1))) struct ReconnectTests {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
    private static let end = Script([.read, .send("HTTP/1.1 204 No Content\r\n\r\n"), .close])

    /// An answer that ends in good order.
    private func answer(_ body: String) -> Script {
        [.read, .send(Self.head + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"), .close]
    }

    /// An answer whose connection is cut.
    private func cut(_ body: String) -> Script {
        [.read, .send(Self.head + "Content-Length: 1000000\r\n\r\n\(body)"), .wait(.milliseconds(20)), .reset]
    }

    private func client(
        _ server: LoopbackServer, _ clock: ManualClock, _ change: (inout APIConfiguration) -> Void = { _ in }
    ) throws -> APIClient {
        try APIClient(baseURL: server.url) {
            $0.clock = clock
            $0.random = { 0 }
            $0.retry = .never
            change(&$0)
        }
    }

    private var clock: ManualClock { ManualClock(autoAdvance: .always) }

    // B89
    @Test func `a stream that ends is opened again after the last event, until 204`() async throws {
        let server = try LoopbackServer(scripts: [
            answer("id: 1\ndata: a\n\nid: 2\ndata: b\n\nid: 3\ndata: unfinished"),
            cut("data: c\n\nid: ü4\ndata: d\n\n"),
            answer("id\ndata: e\n\n"), answer("data: f\n\n"), Self.end,
        ])
        let events = try await all(client(server, clock).events(.live))
        #expect(events.map(\.data) == ["a", "b", "c", "d", "e", "f"])
        #expect(events.map(\.id) == ["1", "2", "2", "ü4", "", ""])
        #expect(server.requests.map { $0["Last-Event-ID"] } == [nil, "2", "ü4", nil, nil])
    }

    // B89
    @Test func `the wait is the server's, digits only, or else the policy's`() async throws {
        let (clock, other) = (clock, clock)
        let server = try LoopbackServer(scripts: [
            answer("data: a\n\n"), answer("retry: 10\ndata: a\n\n"), answer("retry: 1x\ndata: b\n\n"), Self.end,
        ])
        _ = try await all(client(server, clock).events(.live))
        #expect(clock.slept == [.seconds(1), .milliseconds(10), .milliseconds(10)])
        let second = try LoopbackServer(scripts: [answer("data: a\n\n"), Self.end])
        _ = try await all(client(second, other) { $0.random = { 0.5 } }.events(.live))
        #expect(other.slept == [.milliseconds(1500)])
    }

    // B89
    @Test(arguments: [(500, "text/event-stream"), (200, "text/html"), (404, "text/event-stream")])
    func `an answer that is no stream ends it, with that error`(status: Int, type: String) async throws {
        let wrong = Script([
            .read, .send("HTTP/1.1 \(status) X\r\nContent-Type: \(type)\r\nContent-Length: 2\r\n\r\nno"), .close,
        ])
        let server = try LoopbackServer(scripts: [answer("data: a\n\n"), wrong, Self.end])
        var found = 0
        let error = await failure { for try await _ in try client(server, clock).events(.live) { found += 1 } }
        #expect(error?.response?.status.code == status && found == 1 && server.requestCount == 2)
    }

    // B89
    @Test func `redirects and sign-in apply to each connection`() async throws {
        let tokens = Lock(0)
        let signedIn = Endpoint<ServerEvent>(.get, "/events", requiresAuthentication: true)
        let server = try LoopbackServer { request, _ in
            if request.path == "/events" { return Answer(307, fields: [.init("Location", "/moved")]) }
            let id = Int(request["Last-Event-ID"] ?? "0") ?? 0
            if id == 3 { return Answer(204) }
            guard request["Authorization"] == "Bearer 1" else { return Answer(401) }
            return Answer(fields: [.init("Content-Type", "text/event-stream")], body: "id: \(id + 1)\ndata\n\n".utf8)
        }
        let api = try client(server, clock) {
            $0.authentication = .bearer(current: { AccessToken(Secret("\(tokens.withLock { $0 })")) }) { _ in
                let next = tokens.withLock { count in
                    count += 1
                    return count
                }
                return AccessToken(Secret("\(next)"))
            }
        }
        #expect(try await all(api.events(signedIn)).map(\.id) == ["1", "2", "3"])
        // One renewal, and a redirect each: 2 for the token that was refused, 4 connections of 2.
        #expect(server.requestCount == 10)
    }

    @Test func `connections in a row that bring nothing end it at the limit, with growing waits`() async throws {
        let clock = clock
        let server = try LoopbackServer(scripts: [answer("data: a\n\n"), [.read, .close]])
        var policy = ReconnectPolicy()
        policy.limit = 4
        let api = try client(server, clock) { $0.random = { 0.999_999 } }
        let error = await failure { for try await _ in api.events(.live, reconnect: policy) {} }
        #expect(error?.kind == .connectionLost && server.requestCount == 5)
        #expect(zip(clock.slept, [2, 3, 5, 9]).allSatisfy { abs($0 / .seconds(1) - $1) < 0.01 }, "\(clock.slept)")
        let empty = try LoopbackServer(script: answer(""))
        let other = await failure {
            for try await _ in try client(empty, self.clock).events(.live, reconnect: policy) {}
        }
        #expect(other?.kind == .connectionLost && empty.requestCount == 5)
    }

    @Test func `a connection that brings a byte starts the count again`() async throws {
        let quiet = answer(": still here\n\n")
        let server = try LoopbackServer(scripts: Array(repeating: quiet, count: 9) + [Self.end])
        var policy = ReconnectPolicy()
        policy.limit = 2
        #expect(try await all(client(server, clock).events(.live, reconnect: policy)).isEmpty)
        #expect(server.requestCount == 10)
    }

    @Test func `what could not be opened at all is an error at once, after the client's own retries`() async throws {
        let server = try LoopbackServer(script: [.read, .close])
        let error = await failure { for try await _ in try client(server, clock).events(.live) {} }
        #expect(error?.kind == .connectionLost && server.requestCount == 1)
        let later = try LoopbackServer(scripts: [[.read, .close], answer("data: a\n\n"), Self.end])
        let api = try client(later, clock) { $0.retry = .exponential() }
        #expect(try await all(api.events(.live)).count == 1)
    }

    @Test func `a POST is never sent twice by itself`() async throws {
        let post = Endpoint<ServerEvent>(.post, "/chat", body: .json(["q": "hi"]))
        let whole = try LoopbackServer(script: answer("data: a\n\ndata: [DONE]\n\n"))
        #expect(try await all(client(whole, clock).events(post)).map(\.data) == ["a", "[DONE]"])
        let broken = try LoopbackServer(script: cut("data: a\n\n"))
        var found = 0
        let error = await failure { for try await _ in try client(broken, clock).events(post) { found += 1 } }
        #expect(found == 1 && error?.kind == .connectionLost || error?.kind == .truncated)
        #expect(whole.requestCount == 1 && broken.requestCount == 1)
        var keyed = post
        keyed.idempotencyKey = "k"
        let again = try LoopbackServer(scripts: [cut("data: a\n\n"), Self.end])
        #expect(try await all(client(again, clock).events(keyed)).count == 1)
        #expect(again.requests.map(\.text) == [#"{"q":"hi"}"#, #"{"q":"hi"}"#])
    }

    @Test func `with never the first end is the end`() async throws {
        let server = try LoopbackServer(script: answer("data: a\n\n"))
        #expect(try await all(client(server, clock).events(.live, reconnect: .never)).count == 1)
        let broken = try LoopbackServer(script: cut("data: a\n\n"))
        let stream = try client(broken, clock).events(.live, reconnect: .never)
        _ = await failure { try await all(stream) }
        #expect(server.requestCount == 1 && broken.requestCount == 1)
    }

    @Test func `a stream may begin after an event, and an id that no field can hold is not sent`() async throws {
        let server = try LoopbackServer(scripts: [
            answer(": nothing yet\n\n"), answer("id: a\u{1}b\ndata: x\n\n"), Self.end,
        ])
        let endpoint = Endpoint<ServerEvent>(.get, "/", fields: ["Last-Event-ID": "41"])
        #expect(try await all(client(server, clock).events(endpoint)).map(\.id) == ["a\u{1}b"])
        #expect(server.requests.map { $0["Last-Event-ID"] } == ["41", "41", nil])
    }

    @Test func `a limit in total spans every connection and wait`() async throws {
        let clock = clock
        let server = try LoopbackServer(script: answer("data: a\n\n"))
        let endpoint = Endpoint<ServerEvent>(.get, "/", timeouts: Timeouts(total: .milliseconds(2500)))
        var found = 0
        let error = await failure { for try await _ in try client(server, clock).events(endpoint) { found += 1 } }
        #expect(error?.kind == .timedOut(.total) && found == 3 && clock.elapsed == .milliseconds(2500))
    }

    @Test func `silence beyond the idle limit opens the stream again`() async throws {
        let silent = Script([.read, .send(Self.head + "\r\nid: 1\ndata: a\n\n"), .hang])
        let server = try LoopbackServer(scripts: [silent, Self.end])
        let endpoint = Endpoint<ServerEvent>(.get, "/", timeouts: Timeouts(idle: .milliseconds(300), total: nil))
        #expect(try await all(client(server, clock).events(endpoint)).count == 1)
        #expect(server.requests.map { $0["Last-Event-ID"] } == [nil, "1"])
    }

    @Test func `own rules may end a stream without an error`() async throws {
        let server = try LoopbackServer(scripts: [answer("data: a\n\n"), answer("")])
        var policy = ReconnectPolicy()
        policy.custom = { $0.failures > 0 ? .stop : nil }
        #expect(try await all(client(server, clock).events(.live, reconnect: policy)).count == 1)
        #expect(server.requestCount == 2)
    }

    @Test func `own rules decide, within the limit`() {
        var policy = ReconnectPolicy()
        policy.custom = { $0.kind == .server ? .reconnect(after: .seconds(3)) : nil }
        #expect(policy.verdict(for: .init(kind: .server), random: { 0 }) == .reconnect(after: .seconds(3)))
        #expect(policy.verdict(for: .init(kind: .server, failures: 10), random: { 0 }) == .stop)
        #expect(policy.verdict(for: .init(kind: .server, isRepeatable: false), random: { 0 }) == .stop)
        #expect(policy.verdict(for: .init(kind: .rejected), random: { 0 }) == .stop)
        #expect(policy.verdict(for: .init(kind: .timedOut(.total)), random: { 0 }) == .stop)
        #expect(ReconnectPolicy.never.verdict(for: .init(kind: nil), random: { 0 }) == .stop)
        let long = ReconnectPolicy.forever.verdict(for: .init(kind: nil, failures: 500), random: { 1 })
        #expect(long == .reconnect(after: .seconds(31)))
        let zero = ReconnectSituation(kind: nil, reconnectTime: .zero)
        #expect(policy.verdict(for: zero, random: { 1 }) == .reconnect(after: .milliseconds(100)))
    }
}
