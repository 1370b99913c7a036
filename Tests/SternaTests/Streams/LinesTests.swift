import Sterna
import SternaTesting
import Testing

/// Lines, JSON lines and raw chunks, through real sockets.
@Suite(.timeLimit(.minutes(1))) struct LinesTests {
    private struct Item: Decodable, Hashable, Sendable {
        let a: Int
    }

    private static let items = Endpoint<Item>(.get, "/items")
    private static let text = Endpoint<String>(.get, "/text")

    private func server(_ body: some Sequence<UInt8>) throws -> LoopbackServer {
        let bytes = Data(body)
        return try LoopbackServer { _, _ in Answer(fields: [.init("Content-Type", "application/x-ndjson")], body: bytes)
        }
    }

    // B90
    @Test func `empty lines are passed over and the last line needs no end`() async throws {
        let server = try server("\u{FEFF}{\"a\":1}\r\n\n  \r\n{\"a\":2}\n{\"a\":\t3}".utf8)
        #expect(try await all(client(of: server).jsonLines(Self.items)) == [1, 2, 3].map(Item.init))
        let accept = server.requests.first?["Accept"]
        #expect(accept == "application/x-ndjson, application/jsonl, application/json;q=0.5")
        let empty = try self.server("".utf8)
        #expect(try await all(client(of: empty).jsonLines(Self.items)).isEmpty)
    }

    // B88, B90
    @Test func `a line is delivered when it is there, whatever comes after`() async throws {
        let pace = Pace()
        let server = try LoopbackServer { _, _ in
            .chunks { index in
                // Each chunk ends within the next line, in a character.
                let bytes = Data("\"你好🌍\"\n\"x\"\n".utf8)
                guard index < 9, pace.reaches(index * 2) else { return nil }
                return index == 0
                    ? bytes + bytes.prefix(6) : bytes.dropFirst(6) + (index < 8 ? bytes.prefix(6) : Data())
            }
        }
        var found: [String] = []
        for try await line in try client(of: server).jsonLines(Self.text) {
            found.append(line)
            pace.step()
        }
        #expect(found == (0..<9).flatMap { _ in ["你好🌍", "x"] })
    }

    @Test func `a bad line names its number and its place, after the good ones`() async throws {
        for (bad, place) in [(#"{"a":"x"}"#, "$.a"), (#"{"a":1"#, "$.a"), ("<html>", "$"), (#"{"a":1} {"a":2}"#, "$")] {
            let server = try server("{\"a\":1}\n\n{\"a\":2}\n\(bad)\n{\"a\":3}\n".utf8)
            var iterator = try client(of: server).jsonLines(Self.items).makeAsyncIterator()
            #expect(try await iterator.next() == Item(a: 1))
            #expect(try await iterator.next() == Item(a: 2))
            let error = await failure { try await iterator.next() as Any }
            #expect(error?.kind == .decoding && error?.detail.hasPrefix("line 4: at \(place)") == true, "\(bad)")
            #expect(error?.request?.url.path == "/items" && error?.response?.status == 200)
            #expect(error?.underlying is DecodingFailure)
            #expect(try await iterator.next() == nil)
        }
    }

    @Test func `a page in place of lines is said to be one, and what is secret is not shown`() async throws {
        let page = try LoopbackServer { _, _ in .html("<html>sign in</html>") }
        let error = await failure { try await all(client(of: page).jsonLines(Self.items)) }
        #expect(error?.kind == .decoding && error?.detail.contains("HTML") == true, "\(error?.detail ?? "")")
        let server = try server(#"{"a":"x","password":"hunter2","pin_code":"hunter3"}"#.utf8)
        let api = try client(of: server) { $0.redaction = .standard.adding(names: ["pin_code"]) }
        let other = await failure { try await all(api.jsonLines(Self.items)) }
        #expect(other?.kind == .decoding && other?.detail.contains("hunter") == false, "\(other?.detail ?? "")")
    }

    // B88
    @Test func `a broken character is an error in JSON and a replacement in text`() async throws {
        let server = try server(Data("\"a".utf8) + [0xE4, 0xBD] + Data("\"\n".utf8))
        #expect(await failure { try await all(client(of: server).jsonLines(Self.text)) }?.kind == .decoding)
        #expect(try await all(client(of: server).lines(Self.text)) == ["\"a\u{FFFD}\""])
    }

    // B86
    @Test func `lines are cut at line feeds alone, empty ones stay`() async throws {
        let server = try server("a\r\n\r\n\nb\rc\u{2028}d\u{85}\n".utf8)
        #expect(try await all(client(of: server).lines(Self.text)) == ["a", "", "", "b\rc\u{2028}d\u{85}"])
    }

    @Test func `an endless line is refused at the limit, with little memory`() async throws {
        let server = try LoopbackServer(script: [.read, .send("HTTP/1.1 200 OK\r\n\r\nok\n"), .sendRepeatedly("x")])
        let before = ProcessUsage.now().residentBytes
        var found: [String] = []
        let error = await failure {
            for try await line in try client(of: server).lines(Self.text, limit: 1 << 20) { found.append(line) }
        }
        #expect(error?.kind == .tooLarge && error?.detail.contains("line 2") == true && found == ["ok"])
        #expect(ProcessUsage.now().residentBytes - before < 16 << 20)
        #expect(await server.waitForClose())
        let other = try self.server("abc\n".utf8)
        #expect(try await all(client(of: other).lines(Self.text, limit: .max)) == ["abc"])
    }

    @Test func `a stream that is cut is truncated, and the cut line is not delivered`() async throws {
        let cut = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"a\":1}\n{\"a\":2}"
        let server = try LoopbackServer(script: [.read, .send(cut), .close])
        var found: [Item] = []
        let error = await failure {
            for try await item in try client(of: server).jsonLines(Self.items) { found.append(item) }
        }
        #expect(error?.kind == .truncated && found == [Item(a: 1)])
        #expect(error?.attempts.count == 1 && error?.response?.status == 200)
    }

    @Test func `a refusal has the server's body, and nothing is read`() async throws {
        let server = try LoopbackServer { _, _ in .json(#"{"message":"Not for you."}"#, status: 403) }
        let api = try client(of: server)
        for error in [
            await failure { try await all(api.lines(Self.text)) },
            await failure { try await all(api.chunks(Self.text)) },
            await failure { try await all(api.jsonLines(Self.items)) },
        ] {
            #expect(error?.kind == .rejected && error?.userMessage == "Not for you.")
        }
    }

    @Test func `chunks are the bytes of the body, also of an answer that is complete already`() async throws {
        let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let server = try server(bytes)
        let api = try client(of: server)
        #expect(try await all(api.chunks(Self.text)).reduce(Data(), +) == bytes)
        let mock = try APIClient(baseURL: "http://h", transport: MockTransport.json("{\"a\":1}\n{\"a\":2}"))
        #expect(try await all(mock.jsonLines(Self.items)) == [Item(a: 1), Item(a: 2)])
        #expect(try await all(mock.chunks(Self.text)).count == 1)
    }

    @Test func `each loop is a call of its own`() async throws {
        let server = try server("a\nb\n".utf8)
        let lines = try client(of: server).lines(Self.text)
        for _ in 1...3 { #expect(try await all(lines) == ["a", "b"]) }
        #expect(server.requestCount == 3)
    }
}
