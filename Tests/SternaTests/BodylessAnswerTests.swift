import Sterna
import SternaTesting
import Testing

/// Reports B33 and B34: answers without a body, through real sockets.
@Suite(.timeLimit(.minutes(1))) struct BodylessAnswerTests {
    private func api(_ answer: String) throws -> (APIClient, LoopbackServer) {
        let server = try LoopbackServer(script: [.read, .send(answer), .wait(.seconds(5))])
        return (try client(of: server), server)
    }

    // B33
    @Test(arguments: ["204 No Content", "205 Reset Content", "200 OK", "201 Created", "202 Accepted"])
    func `an empty answer is a success for Void and for an Optional`(status: String) async throws {
        let answer = "HTTP/1.1 \(status)\r\nContent-Length: 0\r\n\r\n"
        let (void, first) = try api(answer)
        try await void.send(Endpoint<Void>(.delete, "/x"))
        let (optional, second) = try api(answer)
        #expect(try await optional.send(Endpoint<Thing?>(.get, "/x")) == nil)
        #expect(first.requestCount + second.requestCount == 2)
    }

    // B34
    @Test(arguments: ["204 No Content", "200 OK", "201 Created"])
    func `an empty answer where a value is needed is an error of its own that holds the answer`(status: String)
        async throws
    {
        let (api, apiServer) = try api("HTTP/1.1 \(status)\r\nX-A: b\r\nContent-Length: 0\r\n\r\n")
        defer { apiServer.stop() }
        let error = await failure { try await api.send(Endpoint<Thing>(.get, "/x")) }
        #expect(error?.kind == .emptyBody)
        #expect(error?.response?.fields["x-a"] == "b")
        #expect(error?.underlying is EmptyBody)
    }

    // B33
    @Test func `HEAD with a length has no body and does not wait for one`() async throws {
        let (api, apiServer) = try api("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\nContent-Encoding: gzip\r\n\r\n")
        defer { apiServer.stop() }
        let response = try await api.response(to: Endpoint<Void>(.head, "/x"))
        #expect(response.fields[.contentLength] == "1000000" && response.fields[.contentEncoding] == "gzip")
    }

    // B33
    @Test func `304 is an error unless the endpoint accepts it, and then it is empty`() async throws {
        let answer = "HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\nContent-Length: 5\r\n\r\n"
        let (strict, strictServer) = try api(answer)
        defer { strictServer.stop() }
        let error = await failure { try await strict.send(Endpoint<Thing?>(.get, "/x")) }
        #expect(error?.kind == .unexpectedStatus)
        let (tolerant, tolerantServer) = try api(answer)
        defer { tolerantServer.stop() }
        let response = try await tolerant.response(
            to: Endpoint<Thing?>(.get, "/x", accepts: .success(or: .notModified)))
        #expect(response.value == nil && response.status == .notModified)
    }

    // B64
    @Test(arguments: ["204 No Content", "304 Not Modified"])
    func `a bodyless answer that calls itself compressed is empty`(status: String) async throws {
        let (api, apiServer) = try api("HTTP/1.1 \(status)\r\nContent-Encoding: gzip\r\n\r\n")
        defer { apiServer.stop() }
        try await api.send(Endpoint<Void>(.get, "/x", accepts: .any))
    }

    @Test func `an answer without a length ends with its connection`() async throws {
        let server = try LoopbackServer(script: [.read, .send("HTTP/1.1 200 OK\r\n\r\n{\"a\":"), .send("1}"), .close])
        #expect(try await client(of: server).send(Endpoint<Thing>(.get, "/x")) == Thing(a: 1))
    }

    @Test func `null is nil for an Optional`() async throws {
        let server = try LoopbackServer { _, _ in .json("null") }
        #expect(try await client(of: server).send(Endpoint<Thing?>(.get, "/x")) == nil)
    }
}
