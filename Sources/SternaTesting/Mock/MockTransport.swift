public import Sterna

/// A transport that answers from a closure: no socket, no server, no waiting.
///
/// ```swift
/// let mock = MockTransport { request in
///     .json(#"{"id": 101}"#, status: .created, to: request)
/// }
/// ```
///
/// It records what it was sent. Use ``LoopbackServer`` where bytes on the wire are the subject.
public final class MockTransport: Transport {
    private let answer: @Sendable (HTTPRequest) async throws -> HTTPResponse
    private let log = Lock<[HTTPRequest]>([])

    /// A transport that answers every request with what `answer` returns or throws. Requests come in parallel.
    public init(_ answer: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) {
        self.answer = answer
    }

    /// What was sent so far, in the order in which it came.
    public var requests: [HTTPRequest] { log.withLock { $0 } }

    /// Records the request and answers it.
    ///
    /// - Throws: what the closure throws; `CancellationError` when the task is cancelled before or meanwhile.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        log.withLock { $0.append(request) }
        let response = try await answer(request)
        try Task.checkCancellation()
        return response
    }
}

extension MockTransport {
    /// A transport that answers everything with this JSON text.
    public static func json(_ text: String, status: HTTPStatus = .ok) -> MockTransport {
        MockTransport { .json(text, status: status, to: $0) }
    }

    /// A transport that gives these replies, one after the other.
    ///
    /// One request too many fails with `invalidRequest`, so that a test does not pass by a repeated answer.
    public static func sequence(_ replies: [Reply]) -> MockTransport {
        let place = Lock(0)
        return MockTransport { request in
            let index = place.withLock { place in
                defer { place += 1 }
                return place
            }
            guard index < replies.count else {
                let detail = "MockTransport.sequence has \(replies.count) replies and got request \(index + 1)"
                throw APIError(.invalidRequest, detail + "; add a reply, or find out who sent it", request: request)
            }
            return try await replies[index].make(request)
        }
    }
}
