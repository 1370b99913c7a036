import Sterna
import SternaTesting
import TestSupport
import Testing

/// How far redirects are followed, and what ends them.
struct RedirectLimitTests {
    /// `/N` leads to `/N-1`, down to `/0`; `/ring` and `/there` lead in a ring.
    private func server() throws -> LoopbackServer {
        try LoopbackServer { request, _ in
            switch request.path {
            case "/ring": return Answer(302, fields: [.init("Location", "/there")])
            case "/there": return Answer(302, fields: [.init("Location", "/ring")])
            default:
                let left = Int(request.path.dropFirst()) ?? 0
                return left == 0 ? .text("end") : Answer(302, fields: [.init("Location", "/\(left - 1)")])
            }
        }
    }

    @Test func `twenty are followed, one more is too many, and the error has the way`() async throws {  // B62
        let server = try server()
        let api = try client(of: server)
        let response = try await api.response(to: Endpoint<String>(.get, "/20"))
        #expect(response.value == "end" && response.redirects.count == 20)
        for path in ["25", "ring"] {
            let before = server.requestCount
            let error = await failure { try await api.send(Endpoint<String>(.get, "/\(path)")) }
            #expect(error?.kind == .tooManyRedirects && server.requestCount == before + 21)
            #expect(error?.redirects.count == 20 && error?.attempts.count == 21)
            #expect(error?.redirects.first?.source.path == "/\(path)")
            #expect(error?.response?.status == 302)
            #expect(error?.redirects.allSatisfy { $0.fields[.location] == $0.url.path } == true)
        }
    }

    @Test func `the error of a way that is too long tells it, and of a ring one round, without secrets`() async throws {
        let server = try LoopbackServer { request, _ in
            let place = ["/a": "/b?token=hunter2", "/b": "/c", "/c": "/d", "/r": "/s?code=hunter2", "/s": "/r"]
            return Answer(302, fields: [.init("Location", place[request.path] ?? "/a")])
        }
        let url = server.url
        let api = try client(of: server) { $0.redirects = .follow(upTo: 2) }
        let long = await failure { try await api.send(Endpoint<Data>(.get, "/a")) }
        #expect(
            long?.detail
                == "after 2 redirects the server sends on: \(url)/a → \(url)/b?token=*** → \(url)/c → \(url)/d")
        let ring = await failure { try await client(of: server).send(Endpoint<Data>(.get, "/r")) }
        #expect(
            ring?.detail
                == "after 20 redirects the server sends on, in a ring: \(url)/s?code=*** → \(url)/r → \(url)/s?code=***"
        )
    }

    @Test func `a call has a limit of its own, either way`() async throws {  // B62
        let server = try server()
        let (follows, follower) = (try client(of: server) { $0.redirects = .none }, try client(of: server))
        var endpoint = Endpoint<String>(.get, "/2")
        endpoint.redirects = .follow(upTo: 2)
        #expect(try await follows.send(endpoint) == "end")
        endpoint.redirects = RedirectPolicy.none
        let before = server.requestCount
        let refused = await failure { try await follower.send(endpoint) }
        #expect(refused?.kind == .unexpectedStatus && refused?.response?.fields[.location] == "/1")
        endpoint.accepts = .only(302)
        let response = try await follower.stream(endpoint)
        #expect(response.status == 302 && response.redirects.isEmpty && server.requestCount == before + 2)
        var request = HTTPRequest(.get, try URI(server.url + "/2"))
        request.redirectLimit = 1
        let error = await failure { try await follower.exchange(request) }
        #expect(error?.kind == .tooManyRedirects)
    }

    @Test func `an answer that names no place, or no good one, ends the call by name`() async throws {
        let places: [([String], APIError.Kind)] = [
            ([], .unexpectedStatus), (["ftp://127.0.0.1/"], .redirectRefused), (["http://"], .redirectRefused),
            (["/a", "/b"], .redirectRefused), (["http://[::1/"], .redirectRefused),
            (["//user@:99999/"], .redirectRefused), (["mailto:a@b.test"], .redirectRefused),
        ]
        for (place, kind) in places {
            let server = try LoopbackServer { _, _ in Answer(302, fields: place.map { .init("Location", $0) }) }
            let error = await failure { try await client(of: server).send(Endpoint<Data>(.get, "/")) }
            #expect(error?.kind == kind && server.requestCount == 1, "\(place): \(String(describing: error))")
            #expect(error?.response?.status == 302)
        }
    }

    @Test func `raw letters in a place are taken as they are meant`() async throws {
        let raw = "HTTP/1.1 302 Found\r\nLocation: /caf\u{E9} x?q=\u{FC}\r\nContent-Length: 0\r\n\r\n"
        let server = try LoopbackServer { request, _ in request.path == "/" ? .raw(raw) : .text(request.target) }
        let target = try await client(of: server).send(Endpoint<String>(.get, "/"))
        #expect(target == "/caf%C3%A9%20x?q=%C3%BC")
    }

    @Test func `a failure on the way tells which request failed, and the way to it`() async throws {
        let server = try LoopbackServer { _, _ in Answer(302, fields: [.init("Location", "http://127.0.0.1:1/gone")]) }
        let error = await failure {
            try await client(of: server) { $0.retry = .never }.send(Endpoint<Data>(.get, "/"))
        }
        #expect(error?.kind == .connect && error?.request?.url.port == 1 && error?.response == nil)
        #expect(error?.redirects.map(\.status) == [302] && error?.attempts.map(\.status) == [302, nil])
    }

    @Test func `a body that cannot be read again is refused, and not sent empty`() async throws {
        let server = try LoopbackServer { request, _ in
            request.path == "/end" ? .text("ok") : Answer(307, fields: [.init("Location", "/end")])
        }
        let body = Endpoint<String>.Body { _ in
            .chunks(isReplayable: false) {
                AsyncStream {
                    $0.yield(Data("abc".utf8))
                    $0.finish()
                }
            }
        }
        let error = await failure { try await client(of: server).send(Endpoint<String>(.post, "/", body: body)) }
        #expect(error?.kind == .bodyNotReplayable && server.requestCount == 1 && error?.response?.status == 307)
        let again = Endpoint<String>.Body { _ in
            .chunks(isReplayable: true) {
                AsyncStream {
                    $0.yield(Data("abc".utf8))
                    $0.finish()
                }
            }
        }
        #expect(try await client(of: server).send(Endpoint<String>(.post, "/", body: again)) == "ok")
        #expect(server.requests.filter { $0.method == "POST" }.map(\.text) == ["abc", "abc", "abc"])
    }

    @Test func `an answer on the way whose body never ends does not hold the call up`() async throws {
        let server = try LoopbackServer { request, _ in
            guard request.path != "/end" else { return .text("ok") }
            return .script([
                .send("HTTP/1.1 302 Found\r\nLocation: /end\r\nContent-Length: 99\r\n\r\nhalf"), .hang,
            ])
        }
        let start = ContinuousClock.now
        #expect(try await client(of: server).send(Endpoint<String>(.get, "/")) == "ok")
        #expect(ContinuousClock.now - start < .seconds(3))
    }

    @Test func `sixty at once are all followed`() async throws {  // B63
        let server = try LoopbackServer { request, _ in
            request.path == "/end" ? .text("ok") : Answer(303, fields: [.init("Location", "/end")])
        }
        let api = try client(of: server)
        let answers = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<60 { group.addTask { try await api.send(Endpoint<String>(.get, "/")) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count == 60 && answers.allSatisfy { $0 == "ok" })
    }

    @Test func `a call that is cancelled on the way ends as cancelled`() async throws {
        let server = try LoopbackServer { request, _ in
            request.path == "/end" ? .script([.hang]) : Answer(302, fields: [.init("Location", "/end")])
        }
        let api = try client(of: server)
        let task = Task { try await api.send(Endpoint<String>(.get, "/")) }
        await server.waitForRequests(2)
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
    }

    @Test func `a POST that was answered with 303 is not sent again when the way ends nowhere`() async throws {
        let server = try LoopbackServer { _, _ in Answer(303, fields: [.init("Location", "http://127.0.0.1:1/gone")]) }
        let api = try APIClient(baseURL: server.url) { $0.clock = ManualClock(autoAdvance: .upTo(.seconds(5))) }
        let error = await failure { try await api.send(Endpoint<Data>(.post, "/orders", body: .text("one"))) }
        #expect(error?.kind == .connect && error?.mayHaveBeenProcessed == true)
        #expect(error?.detail.contains("the POST before the redirect was answered") == true)
        #expect(server.requestCount == 1)
    }
}
