import Sterna
import TestSupport
import Testing

/// httpbin, which says what it was sent.
@Suite struct HTTPBinTests {
    private struct Echo: Decodable {
        let method: String?
        let args: [String: String]?
        let form: [String: String]?
        let data: String?
        let headers: [String: String]
        let json: [String: Int]?
    }

    private func client() async throws -> WireClient {
        WireClient(try await HTTPBin.shared().url)
    }

    @Test(arguments: ["POST", "PUT", "PATCH", "DELETE"])
    func `a body arrives as it was sent, by every method`(_ method: String) async throws {
        let body = HTTPBody.bytes(#"{"a":1}"#.utf8, contentType: .json)
        let path = "/\(method.lowercased())"
        let answer = try await client().send(try #require(HTTPMethod(rawValue: method)), path, body: body)
        let echo = try answer.json(Echo.self)
        #expect(answer.status == 200)
        #expect(echo.json == ["a": 1])
        #expect(echo.headers["Content-Type"] == "application/json")
        #expect(echo.headers["Content-Length"] == "7")
    }

    @Test func `a chunked body arrives whole`() async throws {
        let body = HTTPBody.chunks(isReplayable: false) {
            AsyncStream { continuation in
                for number in 0..<100 { continuation.yield(Data("chunk \(number);".utf8)) }
                continuation.finish()
            }
        }
        let answer = try await client().send(.post, "/post", body: body)
        let echo = try answer.json(Echo.self)
        #expect(echo.data == (0..<100).map { "chunk \($0);" }.joined())
        #expect(echo.headers["Content-Length"] == nil)
    }

    @Test func `a query arrives decoded to what it meant`() async throws {
        let answer = try await client().get("/get?q=a%2Bb%20c%26d%3D%C3%A9%3B%23&empty=")
        #expect(try answer.json(Echo.self).args == ["q": "a+b c&d=é;#", "empty": ""])
    }

    @Test func `a GET has no body and no content fields`() async throws {
        let echo = try await client().get("/get").json(Echo.self)
        #expect(echo.headers["Content-Type"] == nil)
        #expect(echo.headers["Content-Length"] == nil)
        #expect(echo.headers["Expect"] == nil)
    }

    @Test(arguments: ["gzip", "deflate", "brotli"])
    func `an encoded answer is decoded`(_ coding: String) async throws {
        let answer = try await client().get("/\(coding)")
        #expect(answer.status == 200)
        #expect(answer.text.contains(#""headers""#))
        #expect(answer.fields[.contentEncoding] == nil)
    }

    @Test(arguments: [200, 201, 202, 204, 301, 304, 400, 401, 403, 404, 409, 418, 422, 429, 500, 503])
    func `every status is handed over as it came`(_ status: Int) async throws {
        #expect(try await client().get("/status/\(status)").status.code == status)
    }

    @Test func `basic credentials are taken, and wrong ones are a 401`() async throws {
        let client = try await client()
        let credentials = Data("user:passwd".utf8).base64EncodedString()
        let taken = try await client.get("/basic-auth/user/passwd", fields: ["Authorization": "Basic \(credentials)"])
        #expect(taken.status == 200)
        let refused = try await client.get("/basic-auth/user/passwd", fields: ["Authorization": "Basic bm9wZQ=="])
        #expect(refused.status == 401)
        #expect(refused.fields[.wwwAuthenticate]?.hasPrefix("Basic") == true)
    }

    @Test func `a text beyond ASCII arrives as it was written`() async throws {
        let answer = try await client().send(.post, "/post", body: .text("∮ E⋅da = Q, ﷽, 👩‍👩‍👧"))
        #expect(try answer.json(Echo.self).data == "∮ E⋅da = Q, ﷽, 👩‍👩‍👧")
    }

    @Test func `bytes come as a stream, chunked and of the right number`() async throws {
        var count = 0
        for try await chunk in try await client().stream("/stream-bytes/100000?seed=1&chunk_size=777") {
            count += chunk.count
        }
        #expect(count == 100_000)
    }

    @Test func `JSON lines arrive one after the other`() async throws {
        var lines = 0
        for try await chunk in try await client().stream("/stream/20") { lines += chunk.count { $0 == 10 } }
        #expect(lines == 20)
    }

    @Test func `an answer that is late runs into the limit, by its phase`() async throws {
        let client = try await client()
        await #expect { try await client.get("/delay/5", timeouts: Timeouts(total: .milliseconds(300))) } throws: {
            ($0 as? APIError)?.kind == .timedOut(.total)
        }
        let idle = Timeouts(idle: .milliseconds(300), total: .seconds(20))
        await #expect { try await client.get("/delay/5", timeouts: idle) } throws: {
            ($0 as? APIError)?.kind == .timedOut(.idle)
        }
    }

    @Test func `a body that drips is no reason to give up while it goes on`() async throws {
        let limits = Timeouts(idle: .seconds(1), total: .seconds(20))
        let answer = try await client().get("/drip?duration=2&numbytes=10&delay=0", timeouts: limits)
        #expect(answer.bytes == Data(repeating: UInt8(ascii: "*"), count: 10))
    }

    @Test func `a request through HTTP 2 and a proxy before the server arrives the same`() async throws {
        let authority = try await TestAuthority.shared()
        let client = WireClient(try await Nginx.shared().secureURL) { $0.tls.authorities = authority.certificate }
        let body = HTTPBody.bytes(#"{"a":1}"#.utf8, contentType: .json)
        let answer = try await client.send(.post, "/httpbin/post", body: body)
        #expect(answer.metrics.httpVersion == "2")
        #expect(try answer.json(Echo.self).json == ["a": 1])
    }
}
