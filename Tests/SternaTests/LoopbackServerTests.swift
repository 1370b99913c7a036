import SternaTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct LoopbackServerTests {
    let get = "GET /a HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test func `a request is logged byte for byte, with its fields in their order`() async throws {
        let server = try LoopbackServer { _, _ in .text("hello") }
        let client = try RawClient(server.addresses[0])
        client.send("POST /p?q=1 HTTP/1.1\r\nhost:  x \r\nX-B: 1\r\nx-b: 2\r\nContent-Length: 3\r\n\r\nabc")
        #expect(client.read(through: "hello").hasPrefix("HTTP/1.1 200 OK\r\n"))
        let request = try #require(server.requests.first)
        #expect(String(decoding: request.head, as: UTF8.self).hasPrefix("POST /p?q=1 HTTP/1.1\r\nhost:  x \r\n"))
        #expect(request.fields.map(\.name) == ["host", "X-B", "x-b", "Content-Length"])
        #expect(request["HOST"] == "x" && request["X-B"] == "1, 2")
        #expect(request.path == "/p" && request.query == "q=1" && request.text == "abc" && request.isComplete)
        #expect(request.number == 1 && request.connection == 1)
    }

    @Test func `a chunked body is read with its trailers, whatever its cuts`() async throws {
        let server = try LoopbackServer { request, _ in .text(request.text) }
        let client = try RawClient(server.addresses[0])
        let body = "3;x=y\r\nabc\r\n0A\r\n0123456789\r\n0\r\nX-Sum: 7\r\n\r\n"
        let bytes = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + body
        for byte in bytes.utf8 { client.send([byte]) }
        #expect(client.read(through: "abc0123456789").contains("Content-Length: 13\r\n"))
        let request = try #require(server.requests.first)
        #expect(String(decoding: request.wireBody, as: UTF8.self) == body)
        #expect(request.trailers == [.init("X-Sum", "7")])
    }

    @Test func `pipelined requests are answered in their order on one connection`() throws {
        let server = try LoopbackServer { request, _ in .text(request.target) }
        let client = try RawClient(server.addresses[0])
        for number in 1...50 { client.send("GET /\(number) HTTP/1.1\r\n\r\n") }
        client.send("GET /e HTTP/1.1\r\nConnection: close\r\n\r\n")
        let answers = client.readAll()
        #expect(answers.matches(of: /\r\n\r\n(\/\d+)/).map { String($0.output.1) } == (1...50).map { "/\($0)" })
        #expect(answers.hasSuffix("/e") && server.connections.count == 1 && server.connections[0].requests == 51)
    }

    @Test func `the answer to HEAD is its head, and the connection goes on`() throws {
        let server = try LoopbackServer { _, _ in .text("hello") }
        let client = try RawClient(server.addresses[0])
        client.send("HEAD / HTTP/1.1\r\n\r\n")
        #expect(client.read(through: "\r\n\r\n").contains("Content-Length: 5\r\n"))
        client.send("GET / HTTP/1.1\r\nConnection: close\r\n\r\n")
        #expect(client.readAll().hasSuffix("Connection: close\r\n\r\nhello"))
    }

    @Test func `a script sends exact bytes, cut where it says`() throws {
        let server = try LoopbackServer(script: [
            .read, .sendSplit("HTTP/1.1 200 OK\r\n\r\nabc", at: [1, 21], pause: .milliseconds(300)),
        ])
        let client = try RawClient(server.addresses[0])
        client.send(get)
        var reads: [String] = []
        while let bytes = client.read(), !bytes.isEmpty { reads.append(String(decoding: bytes, as: UTF8.self)) }
        #expect(reads == ["H", "TTP/1.1 200 OK\r\n\r\nab", "c"])
    }

    @Test func `each connection gets its own script, and the last serves the rest`() throws {
        let server = try LoopbackServer(scripts: [[.read, .reset], [.read, .send("two")], [.read, .send("more")]])
        let answers = try (1...4).map { _ in
            let client = try RawClient(server.addresses[0])
            client.send(get)
            return client.readAll()
        }
        #expect(answers == ["", "two", "more", "more"])
    }

    @Test func `a reset is a reset and a close is an orderly end, also with an upload under way`() throws {
        let server = try LoopbackServer(scripts: [[.readHead, .reset], [.readHead, .send("no"), .close]])
        let first = try RawClient(server.addresses[0])
        first.send(get)
        #expect(first.read() == nil)
        let second = try RawClient(server.addresses[0])
        second.send("PUT / HTTP/1.1\r\nContent-Length: 3000000\r\n\r\n")
        second.send([UInt8](repeating: 7, count: 1_000_000))
        #expect(second.readAll() == "no")
        #expect(second.read() == [])
    }

    @Test(arguments: [
        Script([.read, .hang]), [.read, .wait(.seconds(60))], [.read, .trickle("aaaa", every: .seconds(60))],
    ])
    func `a client that closes is noticed at once while the server waits`(script: Script) async throws {
        let server = try LoopbackServer(script: script)
        let client = try RawClient(server.addresses[0])
        client.send(get + "left over")
        await server.waitForRequests(1)
        #expect(server.connections[0].isOpen)
        let closing = ContinuousClock.now
        client.close()
        #expect(await server.waitForClose(connection: 1))
        let noticed = try #require(server.connections[0].closedByPeerAt)
        #expect(noticed - closing < .seconds(1))
    }

    @Test func `a client that closes is noticed by a closure that waits`() async throws {
        let server = try LoopbackServer { _, connection in
            connection.wait(.seconds(60)) ? .text("late") : .text("gone")
        }
        let client = try RawClient(server.addresses[0])
        client.send(get)
        await server.waitForRequests(1)
        client.close()
        #expect(await server.waitForClose(within: .seconds(5)))
    }

    @Test func `several ports, IPv6 and a unix socket reach one server`() throws {
        let path = "/tmp/sterna-loopback-\(UInt64.random(in: 0 ... .max)).sock"
        let server = try LoopbackServer(on: [.ipv4(), .ipv4(), .ipv6(), .unix(path: path)]) { _, connection in
            .text(connection.address.url).closing()
        }
        for address in server.addresses {
            let client = try RawClient(address)
            client.send(get)
            #expect(client.readAll().hasSuffix("\r\n\r\n" + address.url))
        }
        #expect(Set(server.urls).count == 4 && server.requests.count == 4)
        server.stop()
        #expect(throws: RawClient.Failure.self) { try RawClient(.unix(path: path)) }
    }

    @Test func `a request with Expect is told to continue`() throws {
        let server = try LoopbackServer { request, _ in .text(request.text) }
        let client = try RawClient(server.addresses[0])
        client.send("PUT / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        #expect(client.read(through: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        client.send("ok")
        #expect(client.read(through: "ok").hasPrefix("HTTP/1.1 200"))
    }

    @Test func `what is not HTTP is answered with the reason`() throws {
        let server = try LoopbackServer { _, _ in .text("never") }
        for text in ["hello\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"] {
            let client = try RawClient(server.addresses[0])
            client.send(text)
            #expect(client.readAll().hasPrefix("HTTP/1.1 400"))
        }
        #expect(server.requests.count == 2)
    }

    @Test func `a gigabyte is made while it is sent`() throws {
        let block = [UInt8](repeating: 0x61, count: 1 << 20)
        let server = try LoopbackServer { _, _ in
            .chunks(length: 1 << 30) { $0 < 1 << 10 ? .init(block) : nil }.closing()
        }
        let client = try RawClient(server.addresses[0])
        client.send(get)
        _ = client.read(through: "\r\n\r\n")
        var total = 0
        while let bytes = client.read(upTo: 1 << 18), !bytes.isEmpty { total += bytes.count }
        #expect(total == 1 << 30)
    }

    @Test func `chunks without a length are framed and end with their trailers`() throws {
        let server = try LoopbackServer { _, _ in
            var answer = Answer.chunks { $0 < 2 ? .init("x\($0)".utf8) : nil }
            answer.trailers = [.init("X-End", "1")]
            return answer
        }
        let client = try RawClient(server.addresses[0])
        client.send(get)
        let answer = client.read(through: "X-End: 1\r\n\r\n")
        #expect(answer.hasSuffix("\r\n\r\n2\r\nx0\r\n2\r\nx1\r\n0\r\nX-End: 1\r\n\r\n"))
    }

    @Test func `a large upload is counted and kept up to the limit`() throws {
        var options = LoopbackServer.Options()
        options.bodyLimit = 10
        let server = try LoopbackServer(options: options) { request, _ in .text("\(request.bodyLength)").closing() }
        let client = try RawClient(server.addresses[0])
        client.send("PUT / HTTP/1.1\r\nContent-Length: 50000000\r\n\r\n")
        for _ in 0..<50 { client.send([UInt8](repeating: 1, count: 1_000_000)) }
        #expect(client.readAll().hasSuffix("\r\n\r\n50000000"))
        #expect(server.requests[0].body.count == 10)
    }

    @Test func `a slow reader is felt by the sender`() async throws {
        let server = try LoopbackServer(script: [
            .slowRead(bytesPerTick: 1024, every: .milliseconds(10)), .send("done"),
        ])
        let client = try RawClient(server.addresses[0])
        let start = ContinuousClock.now
        client.send("PUT / HTTP/1.1\r\nContent-Length: 20000\r\n\r\n" + String(repeating: "a", count: 20000))
        #expect(client.readAll() == "done")
        #expect(.now - start > .milliseconds(150))
    }

    @Test func `a thousand connections are open at a time`() async throws {
        let server = try LoopbackServer { _, _ in .text("ok") }
        let clients = try (0..<1000).map { _ in try RawClient(server.addresses[0]) }
        for client in clients { client.send(get) }
        for client in clients { #expect(client.read(through: "\r\n\r\nok").hasSuffix("ok")) }
        #expect(server.connections.filter(\.isOpen).count == 1000)
        server.stop()
        #expect(server.connections.allSatisfy { $0.closedAt != nil })
    }

    @Test func `stop ends what hangs, what is sent for ever, and gives all descriptors back`() async throws {
        for _ in 0..<50 {
            let server = try LoopbackServer(scripts: [
                [.read, .hang], [.read, .sendRepeatedly("abc")], [.read, .wait(.seconds(60))],
            ])
            let clients = try (0..<3).map { _ in try RawClient(server.addresses[0]) }
            for client in clients { client.send(get) }
            await server.waitForRequests(3)
            let start = ContinuousClock.now
            server.stop()
            #expect(.now - start < .seconds(3))
        }
    }
}
