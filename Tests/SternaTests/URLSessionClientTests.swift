#if URLSession
import Sterna
import SternaTesting
import Testing

/// The client over URLSession: what Foundation does of its own accord on Linux, and must not (section 21 of the field
/// reports). The conformance cases see to the transport alone, cancelling in the middle of an answer included; here the
/// rules of the client stand on top of it.
@Suite(.timeLimit(.minutes(2))) struct URLSessionClientTests {
    private func client(of server: LoopbackServer) throws -> APIClient {
        try APIClient(baseURL: server.url, transport: URLSessionTransport())
    }

    @Test func `a relative redirect is resolved against its own place, and its history is kept`() async throws {
        let server = try LoopbackServer { request, _ in
            request.target == "/a/b/x" ? Answer(302, fields: [.init("Location", "next")]) : .json(#"{"a":1}"#)
        }
        let response = try await client(of: server).response(to: Endpoint<Thing>(.get, "/a/b/x"))
        #expect(response.value == Thing(a: 1) && response.redirects.map(\.status.code) == [302])
        #expect(server.requests.map(\.target) == ["/a/b/x", "/a/b/next"])
    }

    @Test(arguments: [307, 308]) func `a redirect that keeps the method keeps the body`(status: Int) async throws {
        let server = try LoopbackServer { request, _ in
            request.target == "/x" ? Answer(status, fields: [.init("Location", "/y")]) : .json(#"{"a":1}"#)
        }
        _ = try await client(of: server).send(Endpoint<Thing>(.post, "/x", body: .json(Thing(a: 7))))
        #expect(server.requests.map(\.method) == ["POST", "POST"])
        #expect(server.requests.map(\.text) == [#"{"a":7}"#, #"{"a":7}"#])
    }

    @Test func `no credential follows a redirect to another origin`() async throws {
        let other = try LoopbackServer { _, _ in .json(#"{"a":1}"#) }
        let server = try LoopbackServer { _, _ in Answer(302, fields: [.init("Location", other.url + "/y")]) }
        let fields: HTTPFields = ["Authorization": "Bearer t", "Cookie": "a=1", "X-Api-Key": "k"]
        _ = try await client(of: server).send(Endpoint<Thing>(.get, "/x", fields: fields))
        let seen = try #require(other.requests.first)
        #expect(["Authorization", "Cookie", "X-Api-Key"].allSatisfy { seen[$0] == nil })
    }

    @Test func `sixty redirects at once all arrive`() async throws {
        let server = try LoopbackServer { request, _ in
            request.target.hasPrefix("/x") ? Answer(303, fields: [.init("Location", "/y")]) : .json(#"{"a":1}"#)
        }
        let api = try client(of: server)
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<60 { group.addTask { try await api.send(Endpoint<Thing>(.get, "/x\(number)")).a } }
            return try await group.reduce(0, +)
        }
        #expect(sum == 60)
    }

    @Test func `a drip is cut at the total limit, which Foundation ignores`() async throws {
        let server = try LoopbackServer(
            script: [
                .read, .send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"),
                .trickle(String(repeating: "x", count: 90), every: .milliseconds(100)),
            ])
        let api = try client(of: server)
        let timeouts = Timeouts(total: .seconds(1))
        let clock = ContinuousClock()
        let start = clock.now
        let error = await failure { try await api.send(Endpoint<Thing>(.get, "/x", timeouts: timeouts)) }
        #expect(error?.kind == .timedOut(.total) && clock.now - start < .seconds(5))
    }

    @Test func `no cookie is kept`() async throws {
        let server = try LoopbackServer { _, _ in .json("[]", fields: [.init("Set-Cookie", "a=1; Domain=com")]) }
        let api = try client(of: server)
        for _ in 0..<2 { _ = try await api.data(for: Endpoint<Data>(.get, "/x")) }
        #expect(server.requests.allSatisfy { $0["Cookie"] == nil })
    }
}
#endif
