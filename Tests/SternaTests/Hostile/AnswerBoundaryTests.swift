import Sterna
import SternaTesting
import Testing

/// Where one answer ends and the next begins: nobody but the server of a request may say what its answer is.
@Suite(.timeLimit(.minutes(1))) struct AnswerBoundaryTests {
    private static let right = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nright"
    private static let stranger = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison"

    @Test(arguments: [0, 20])
    func `bytes after an answer are never the answer of the next request`(milliseconds: Int) async throws {
        let first: Script =
            milliseconds == 0
            ? [.read, .send(Self.right + Self.stranger), .hang]
            : [.read, .send(Self.right), .wait(.milliseconds(milliseconds)), .send(Self.stranger), .hang]
        let server = try LoopbackServer(scripts: [first, [.read, .send(Self.right), .hang]])
        let api = try client(of: server)
        #expect(try await api.send(Endpoint<String>(.get, "/1")) == "right")
        try await Task.sleep(for: .milliseconds(milliseconds * 5))
        #expect(try await api.send(Endpoint<String>(.get, "/2")) == "right")
        #expect(server.connections.count == 2)
    }

    @Test(arguments: ["HTTP/1.1 404: x", "HTTP/1.1 404 Not Found: y", "HTTP/2: 500 z"])
    func `a field that looks like a status line does not change the status`(line: String) async throws {
        let server = try LoopbackServer(script: [
            .read, .send("HTTP/1.1 200 OK\r\nX-A: b\r\n\(line)\r\nContent-Length: 5\r\n\r\nright"),
        ])
        let response = try await client(of: server).response(to: Endpoint<String>(.get, "/"))
        #expect(response.status == .ok && response.value == "right" && response.fields[.init("X-A")!] == "b")
    }

    @Test(arguments: ["\rX: y\r\n", "\r\r\n"])
    func `a line end that ends the head for some and not for others is refused`(line: String) async throws {
        let body = String(repeating: "x", count: 1 << 20)
        for status in ["200 OK", "500 Oops"] {
            let server = try LoopbackServer(script: [
                .read, .send("HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\(line)\(body)"), .hang,
            ])
            let api = try client(of: server) { $0.timeouts = Timeouts(connect: nil, idle: nil, total: .seconds(20)) }
            let error = await failure { try await api.send(Endpoint<Data>(.get, "/")) }
            #expect(error?.kind == .malformedResponse)
        }
    }
}
