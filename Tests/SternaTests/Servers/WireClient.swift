import Sterna
import TestSupport

/// The transport of this platform as these suites use it: no client above it, so that what the wire did is seen.
struct WireClient: Sendable {
    let transport: any Transport
    let base: String

    init(_ base: String, _ configure: (inout TransportOptions) -> Void = { _ in }) {
        var options = TransportOptions()
        options.proxy = .none
        configure(&options)
        transport = PlatformTransport.make(options)
        self.base = base
    }

    /// Sends a request and reads the whole body, also of an error.
    func send(
        _ method: HTTPMethod, _ path: String, fields: HTTPFields = [:], body: HTTPBody? = nil,
        timeouts: Timeouts = Timeouts(connect: .seconds(20), idle: .seconds(20), total: .seconds(40))
    ) async throws -> HTTPResponse {
        let request = HTTPRequest(method, try URI(base + path), fields: fields, body: body, timeouts: timeouts)
        var response = try await transport.send(request)
        if case .stream(let stream) = response.body {
            var whole = Data()
            for try await chunk in stream { whole.append(chunk) }
            response.body = .complete(whole)
        }
        return response
    }

    /// Gets a path and reads the whole body, also of an error.
    func get(
        _ path: String, fields: HTTPFields = [:],
        timeouts: Timeouts = Timeouts(connect: .seconds(20), idle: .seconds(20), total: .seconds(40))
    ) async throws -> HTTPResponse {
        try await send(.get, path, fields: fields, timeouts: timeouts)
    }

    /// Sends a request and hands over its body as a stream.
    func stream(_ path: String, timeouts: Timeouts = Timeouts(total: nil)) async throws -> HTTPBodyStream {
        let request = HTTPRequest(.get, try URI(base + path), timeouts: timeouts, delivery: .streamed)
        let response = try await transport.send(request)
        guard case .stream(let stream) = response.body else { throw ChildProcess.Failure("the body is no stream") }
        return stream
    }
}

extension HTTPResponse {
    /// The body as text.
    var text: String { String(decoding: bytes ?? Data(), as: UTF8.self) }

    /// The body as JSON.
    func json<T: Decodable>(_ type: T.Type = T.self) throws -> T {
        try JSONDecoder().decode(type, from: bytes ?? Data())
    }
}
