import SternaTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct DemoAPITests {
    struct Post: Codable, Identifiable {
        let userId, id: Int
        let title, body: String
    }
    struct Problem: Codable { let code, message: String }

    let demo: DemoAPI

    init() throws {
        demo = try DemoAPI.start()
    }

    @Test func `the lists have the well-known shape and are the same at every start`() throws {
        let posts = try get("/posts").decoded([Post].self)
        #expect(posts.map(\.id) == Array(1...100))
        #expect(Set(posts.map(\.userId)) == Set(1...10) && Set(posts.map(\.title)).count == 100)
        let counts = try ["/users", "/comments", "/todos", "/posts/7/comments", "/users/3/todos", "/posts?userId=4"]
            .map { try get($0).decoded([Item].self).count }
        #expect(counts == [10, 500, 200, 5, 20, 10])
        let other = try DemoAPI.start()
        #expect(try exchange(other, "GET", "/comments").body == get("/comments").body)
    }

    struct Item: Codable { let id: Int }

    @Test func `a page comes with its links and the total`() throws {
        let answer = try get("/comments?postId=3&_page=2&_limit=2")
        #expect(try answer.decoded([Item].self).map(\.id) == [13, 14])
        #expect(answer["X-Total-Count"] == "5")
        let link = "<http://x/comments?postId=3&_page=3&_limit=2>; rel=\"next\""
        #expect(answer["Link"]?.contains(link) == true)
        #expect(try get("/posts?_page=99").decoded([Item].self).isEmpty)
        #expect(try get("/posts?_page=0").status == 400)
    }

    @Test func `a post is made, replaced, changed and removed, and nothing is kept`() throws {
        let made = try exchange(demo, "POST", "/posts", json: #"{"title":"a","body":"b","userId":1}"#)
        let post = try made.decoded(Post.self)
        #expect(made.status == 201 && post.id == 101 && post.title == "a" && made["Location"] == "http://x/posts/101")
        let put = try exchange(demo, "PUT", "/posts/1", json: #"{"title":"c","body":"d","userId":2}"#)
        #expect(try put.decoded(Post.self).title == "c")
        let patch = try exchange(demo, "PATCH", "/posts/1", json: #"{"title":"e"}"#).decoded(Post.self)
        let known = try get("/posts/1").decoded(Post.self)
        #expect(patch.title == "e" && patch.body == known.body && known.title != "e")
        let gone = try exchange(demo, "DELETE", "/posts/1")
        #expect(gone.status == 200 && gone.body == Data("{}".utf8))
    }

    @Test(arguments: [
        ("GET", "/posts/101", "", 404, "not_found"), ("GET", "/nowhere", "", 404, "not_found"),
        ("POST", "/posts", "{", 400, "malformed_json"), ("POST", "/posts", "[1]", 400, "no_object"),
        ("POST", "/posts", #"{"body":"b"}"#, 422, "missing_title"),
        ("DELETE", "/posts", "", 405, "method_not_allowed"), ("GET", "/status/418", "", 418, "status_418"),
        ("GET", "/status/99", "", 400, "bad_status"), ("GET", "/slow?ms=x", "", 400, "bad_query"),
    ])
    func `a refusal has its status, a code and a message`(
        method: String, path: String, body: String, status: Int, code: String
    ) throws {
        let answer = try exchange(demo, method, path, json: body)
        #expect(answer.status == status)
        #expect(try answer.decoded(Problem.self).code == code)
    }

    @Test(arguments: [60, 500, 100_000])
    func `a deep nest of JSON is refused and ends no thread`(depth: Int) throws {
        let nest = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        #expect(try exchange(demo, "POST", "/posts", json: nest).status == 400)
        let isText = try exchange(demo, "POST", "/posts", json: "{\"title\":\"\\\"\(nest)\"}").status
        #expect(isText == 201)
    }

    @Test func `the gateway's error is a page, not JSON`() throws {
        let answer = try get("/status/502")
        #expect(answer.status == 502 && answer["Content-Type"] == "text/html; charset=utf-8")
        #expect(String(decoding: answer.body, as: UTF8.self).contains("<h1>502"))
    }

    @Test func `a validator spares a list that the client has`() throws {
        let tag = try #require(try get("/posts")["ETag"])
        let answer = try get("/posts", ["If-None-Match: \(tag)"])
        #expect(answer.status == 304 && answer.body.isEmpty)
    }

    struct Token: Codable {
        let access_token: String
        let refresh_token: String?
        let expires_in: Double
    }

    @Test func `a token opens the door until its end, and a refresh token is good once`() throws {
        #expect(try get("/me").status == 401)
        #expect(try get("/me")["WWW-Authenticate"] == "Bearer realm=\"demo\"")
        let first = try token("grant_type=password&username=a&password=b").decoded(Token.self)
        #expect(try get("/me", ["Authorization: Bearer \(first.access_token)"]).status == 200)
        let refresh = "grant_type=refresh_token&refresh_token=\(first.refresh_token ?? "")"
        let second = try token(refresh + "&expires_in=0").decoded(Token.self)
        #expect(second.refresh_token != first.refresh_token)
        let expired = try get("/me", ["Authorization: Bearer \(second.access_token)"])
        #expect(expired.status == 401 && expired["WWW-Authenticate"]?.contains("invalid_token") == true)
        let replayed = try token(refresh)
        #expect(replayed.status == 400 && String(decoding: replayed.body, as: UTF8.self).contains("invalid_grant"))
        #expect(try get("/me", ["Authorization: Bearer \(first.access_token)"]).status == 401)
        #expect(try token("grant_type=password&username=a&password=wrong").status == 400)
    }

    @Test func `a flaky route fails as often as asked and then answers`() throws {
        let statuses = try (0..<4).map { _ in try get("/flaky?fails=2&key=a").status }
        #expect(statuses == [503, 503, 200, 503])
        #expect(try get("/flaky?fails=1&key=b")["Retry-After"] == "0")
    }

    @Test func `redirects lead where they say`() throws {
        #expect(try get("/redirect/2")["Location"] == "/redirect/1")
        #expect(try get("/redirect/0").status == 200)
        let answer = try get("/redirect-to?url=http%3A%2F%2Fh%2Fa%3Fb%3D1&status=307")
        #expect(answer.status == 307 && answer["Location"] == "http://h/a?b=1")
        #expect(try get("/redirect-to?url=a%0D%0AX:1").status == 400)
    }

    @Test func `parts of the bytes are parts of the whole`() throws {
        let whole = try get("/bytes/300001").body
        #expect(whole.count == 300_001)
        let parts = [
            ("0-9", 0..<10), ("299990-", 299_990..<300_001), ("-1", 300_000..<300_001),
            ("65521-400000", 65_521..<300_001),
        ]
        for (range, expected) in parts {
            let part = try get("/bytes/300001", ["Range: bytes=\(range)"])
            #expect(part.status == 206 && part.body == whole[expected])
            #expect(part["Content-Range"] == "bytes \(expected.lowerBound)-\(expected.upperBound - 1)/300001")
        }
        let beyond = try get("/bytes/300001", ["Range: bytes=300001-"])
        #expect(beyond.status == 416 && beyond["Content-Range"] == "bytes */300001")
        for range in ["bytes=0-1,3-4", "bytes=x", "bytes=5-3", "lines=0-1"] {
            #expect(try get("/bytes/300001", ["Range: \(range)"]).status == 200)
        }
    }

    @Test func `a part is only sent of the version that the client has`() throws {
        let tag = try #require(try get("/bytes/1000")["ETag"])
        #expect(try get("/bytes/1000", ["Range: bytes=5-", "If-Range: \(tag)"]).status == 206)
        #expect(try get("/bytes/1000?version=2", ["Range: bytes=5-", "If-Range: \(tag)"]).status == 200)
        #expect(try get("/bytes/1000", ["Range: bytes=5-", "If-Range: W/\(tag)"]).status == 200)
        #expect(try get("/bytes/1000?version=2").body != get("/bytes/1000").body)
        #expect(try get("/bytes/1000?cut=10").body.count == 10)
        let head = try exchange(demo, "HEAD", "/bytes/1000")
        #expect(head["Content-Length"] == "1000" && head.body.isEmpty)
    }

    @Test func `events go on where the client stopped, and then tell it to stay away`() throws {
        let first = String(decoding: try get("/events?count=3&cut=2").body, as: UTF8.self)
        #expect(first.matches(of: /id: (\d)/).map { $0.output.1 } == ["1", "2"])
        let rest = String(decoding: try get("/events?count=3", ["Last-Event-ID: 2"]).body, as: UTF8.self)
        #expect(rest.matches(of: /id: (\d)/).map { $0.output.1 } == ["3"])
        #expect(try get("/events?count=3", ["Last-Event-ID: 3"]).status == 204)
        #expect(String(decoding: try get("/lines?count=4").body, as: UTF8.self).split(separator: "\n").count == 4)
    }

    struct Photo: Codable {
        let id, bytes: Int
        let url, type: String
        let fields: [String: String]
    }

    @Test func `a photo is taken, shown again and refused when it is too large`() throws {
        let taken = try upload(Data([0xFF, 0xD8, 13, 10, 45, 45]))
        let photo = try taken.decoded(Photo.self)
        #expect(taken.status == 201 && photo.bytes == 6 && photo.type == "image/jpeg" && photo.fields == ["text": "é"])
        #expect(try get("/photos/1").body == Data([0xFF, 0xD8, 13, 10, 45, 45]))
        let refused = try upload(Data(count: 5_000_001))
        #expect(refused.status == 422)
        #expect(try refused.decoded(Problem.self).code == "photo_too_large")
        #expect(try exchange(demo, "POST", "/photos", json: "{}").status == 415)
        let type = "Content-Type: multipart/form-data; boundary=b"
        let torn = try exchange(demo, "POST", "/photos", [type], body: "--b\n")
        #expect(try torn.decoded(Problem.self).code == "malformed_multipart")
    }

    struct Echo: Codable {
        let method, target, data: String
        let headers, form: [String: String]
        let args: [String: String]
    }

    @Test func `the echo shows the request as it came`() throws {
        let type = "Content-Type: application/x-www-form-urlencoded"
        let answer = try exchange(demo, "QUERY", "/anything/a%2Fb?c=d+e", ["X-A: 1", type], body: "f=%C3%A9")
        let echo = try answer.decoded(Echo.self)
        #expect(echo.method == "QUERY" && echo.target == "/anything/a%2Fb?c=d+e" && echo.args == ["c": "d e"])
        #expect(echo.headers["X-A"] == "1" && echo.form == ["f": "é"] && echo.data == "f=%C3%A9")
    }
}

extension DemoAPITests {
    struct Reply {
        let status: Int
        let fields: [(name: Substring, value: String)]
        let body: Data

        subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

        func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
            try JSONDecoder().decode(type, from: body)
        }
    }

    func get(_ target: String, _ lines: [String] = []) throws -> Reply {
        try exchange(demo, "GET", target, lines)
    }

    func token(_ form: String) throws -> Reply {
        try exchange(demo, "POST", "/token", ["Content-Type: application/x-www-form-urlencoded"], body: form)
    }

    func upload(_ content: Data) throws -> Reply {
        let head =
            "--b\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\né\r\n--b\r\n"
            + "Content-Disposition: form-data; name=\"photo\"; filename=\"a;b.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n"
        let body = Data(head.utf8) + content + Data("\r\n--b--\r\n".utf8)
        return try exchange(demo, "POST", "/photos", ["Content-Type: multipart/form-data; boundary=\"b\""], bytes: body)
    }

    func exchange(_ demo: DemoAPI, _ method: String, _ target: String, json: String) throws -> Reply {
        try exchange(demo, method, target, ["Content-Type: application/json"], body: json)
    }

    func exchange(
        _ demo: DemoAPI, _ method: String, _ target: String, _ lines: [String] = [], body: String = ""
    ) throws -> Reply {
        try exchange(demo, method, target, lines, bytes: Data(body.utf8))
    }

    /// One exchange on a connection of its own; the body of the answer is what comes up to the end, unchunked.
    func exchange(
        _ demo: DemoAPI, _ method: String, _ target: String, _ lines: [String], bytes: Data
    ) throws -> Reply {
        let client = try RawClient(demo.server.addresses[0])
        let fields = lines + ["Host: x", "Connection: close", "Content-Length: \(bytes.count)"]
        client.send(Data("\(method) \(target) HTTP/1.1\r\n\(fields.joined(separator: "\r\n"))\r\n\r\n".utf8) + bytes)
        let head = client.read(through: "\r\n\r\n").split(separator: "\r\n")
        var all = Data()
        while let more = client.read(), !more.isEmpty { all.append(contentsOf: more) }
        let found = head.dropFirst().map { line in
            let colon = line.firstIndex(of: ":") ?? line.endIndex
            return (name: line[..<colon], value: String(line[colon...].dropFirst(2)))
        }
        let isChunked = found.contains { $0.name == "Transfer-Encoding" }
        let status = try #require(Int(head[0].split(separator: " ")[1]))
        return Reply(status: status, fields: found, body: isChunked ? unchunked(all) : all)
    }

    private func unchunked(_ data: Data) -> Data {
        var (rest, result) = (data[...], Data())
        while let end = rest.firstIndex(of: 13),
            let size = Int(String(decoding: rest[..<end], as: UTF8.self), radix: 16), size > 0
        {
            result.append(rest[(end + 2)..<(end + 2 + size)])
            rest = rest[(end + 4 + size)...]
        }
        return result
    }
}
