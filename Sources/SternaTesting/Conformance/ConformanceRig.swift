import Sterna

/// What a case works with: transports of the kind under test, requests with limits that a healthy transport never
/// reaches, and ways to look at what came.
struct ConformanceRig: Sendable {
    let make: @Sendable (TransportOptions) -> any Transport

    /// A transport that uses no proxy.
    func transport(_ configure: (inout TransportOptions) -> Void = { _ in }) -> any Transport {
        var options = TransportOptions()
        options.proxy = .none
        configure(&options)
        return make(options)
    }

    /// A request to a server.
    func request(
        _ method: HTTPMethod = .get, _ server: LoopbackServer, _ target: String = "/x", fields: HTTPFields = [:],
        body: HTTPBody? = nil, delivery: ResponseDelivery = .complete(limit: 64 << 20)
    ) throws -> HTTPRequest {
        let limits = Timeouts(connect: .seconds(10), idle: .seconds(15), total: .seconds(40))
        let url = try URI(server.url + target)
        return HTTPRequest(method, url, fields: fields, body: body, timeouts: limits, delivery: delivery)
    }

    /// What a transport makes of an answer, which is sent as it stands.
    func reception(
        of answer: some Sequence<UInt8>, to method: HTTPMethod = .get, at cuts: [Int] = [],
        delivery: ResponseDelivery = .complete(limit: 64 << 20)
    ) async throws -> Reception {
        let server = try LoopbackServer(script: [.read, .sendSplit(answer, at: cuts, pause: .milliseconds(1)), .close])
        return try await reception(of: request(method, server, delivery: delivery), by: transport())
    }

    func reception(
        of answer: String, to method: HTTPMethod = .get, at cuts: [Int] = [],
        delivery: ResponseDelivery = .complete(limit: 64 << 20)
    ) async throws -> Reception {
        try await reception(of: answer.utf8, to: method, at: cuts, delivery: delivery)
    }

    /// Sends a request and reads the answer to its end.
    func reception(of request: HTTPRequest, by transport: any Transport) async throws -> Reception {
        let response = try await transport.send(request)
        return Reception(response: response, body: try await response.body.collected())
    }

    /// The error with which a request ends.
    func failure(of request: HTTPRequest, by transport: any Transport) async throws -> APIError {
        let reception: Reception
        do {
            reception = try await self.reception(of: request, by: transport)
        } catch let error as APIError {
            return error
        }
        throw ConformanceFailure("an APIError", seen: "\(reception)")
    }

    /// The error to which an answer leads, which is sent as it stands, before the connection closes.
    func failure(
        of answer: some Sequence<UInt8>, to method: HTTPMethod = .get,
        delivery: ResponseDelivery = .complete(limit: 1 << 20)
    ) async throws -> APIError {
        let server = try LoopbackServer(script: [.read, .send(answer), .close])
        return try await failure(of: request(method, server, delivery: delivery), by: transport())
    }
}

/// An answer that was read to its end.
struct Reception: Sendable, CustomStringConvertible {
    let response: HTTPResponse
    let body: Data

    var text: String { String(decoding: body, as: UTF8.self) }

    func field(_ name: String) -> String? {
        HTTPField.Name(name).flatMap { response.fields[$0] }
    }

    var description: String { "status \(response.status) and \(body.count) bytes" }
}

extension HTTPResponse.Body {
    /// All bytes of the body.
    func collected() async throws -> Data {
        switch self {
        case .complete(let data):
            return data
        case .stream(let stream):
            var all = Data()
            for try await chunk in stream { all.append(chunk) }
            return all
        }
    }

    /// The body as a stream.
    func streamed() throws -> HTTPBodyStream {
        guard case .stream(let stream) = self else { throw ConformanceFailure("a stream", seen: "a complete body") }
        return stream
    }
}

/// Fails the case unless `seen` is `expected`.
func expect<Value: Equatable>(_ what: String, _ expected: Value, _ seen: Value) throws {
    guard expected == seen else { throw ConformanceFailure("\(what): \(expected)", seen: "\(seen)") }
}

/// Fails the case unless a condition holds.
func expect(_ what: String, _ holds: Bool, seen: @autoclosure () -> Any) throws {
    guard holds else { throw ConformanceFailure(what, seen: "\(seen())") }
}

/// Fails the case unless an error is of one of the kinds.
func expect(_ kinds: APIError.Kind..., in error: APIError) throws {
    guard kinds.contains(error.kind) else {
        throw ConformanceFailure(kinds.map { "\($0)" }.joined(separator: " or "), seen: "\(error)")
    }
}

/// Tries up to three times: a limit in milliseconds is about the transport, and this machine may have other work.
func bestOfThree(_ body: () async throws -> Void) async throws {
    for _ in 0..<2 where (try? await body()) != nil { return }
    try await body()
}

/// Bytes without a pattern that a fault could repeat, the same for the same count.
func noise(_ count: Int) -> Data {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    var words = [UInt64](repeating: 0, count: (count + 7) / 8)
    for index in words.indices {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        words[index] = state
    }
    return words.withUnsafeBytes { Data($0.prefix(count)) }
}
