/// Reads the events of a stream, over as many connections as that takes.
struct EventFeed: Sendable {
    private let call: StreamedCall
    private let policy: ReconnectPolicy
    private let decoder: BodyDecoder
    private var parser: EventParser
    private var body: OpenBody?
    private var failures = 0
    private var wasOpen = false
    private var isRepeatable = false
    private var deadline: Deadline?
    private var isOver = false

    init(_ call: StreamedCall, _ policy: ReconnectPolicy, limit: Int) {
        self.call = call
        self.policy = policy
        decoder = call.decoder
        parser = EventParser(limit: limit)
    }

    private var clock: any TimeSource { call.client.configuration.clock }

    /// The next event; `nil` when the stream is over.
    mutating func next() async throws -> ServerEvent? {
        guard !isOver else { return nil }
        do {
            while true {
                try Task.checkCancellation()
                if var event = try parser.next() {
                    event.decoder = decoder
                    return event
                }
                guard let chunk = try await receive() else {
                    end()
                    return nil
                }
                parser.feed(chunk)
            }
        } catch {
            defer { end() }
            throw described(error)
        }
    }

    /// Nothing more is read.
    mutating func end() {
        isOver = true
        body?.close()
        body = nil
    }

    /// What the caller sees of an error.
    func described(_ error: any Error) -> any Error {
        guard let body else { return error }
        guard let overlong = error as? OverlongLine else { return body.failure(error) }
        return body.failure(
            APIError(
                .tooLarge, "an event is larger than the \(overlong.limit) bytes that are allowed",
                underlying: overlong))
    }
}

// MARK: - Connections

extension EventFeed {
    /// The next bytes, of this connection or of a later one; `nil` when the stream is over.
    private mutating func receive() async throws -> Data? {
        while true {
            var failure: (any Error)?
            do {
                if body == nil {
                    body = try await connect()
                    guard let body else { return nil }
                    try check(body)
                    wasOpen = true
                }
                if let chunk = try await body?.next() {
                    failures = 0
                    return chunk
                }
            } catch {
                failure = error
            }
            guard let wait = try wait(after: failure) else { return nil }
            body = nil
            failures += 1
            parser.restart()
            let end = clock.now + wait
            try await clock.sleep(until: min(end, deadline?.instant ?? end), tolerance: nil)
        }
    }

    /// How long to wait before the next connection; `nil` when the stream is over.
    private func wait(after failure: (any Error)?) throws -> Duration? {
        let error = failure as? APIError
        if let failure, error == nil { throw failure }
        let situation = ReconnectSituation(
            kind: error?.kind, failures: failures, reconnectTime: parser.reconnectTime, wasOpen: wasOpen,
            isRepeatable: isRepeatable)
        switch policy.verdict(for: situation, random: call.client.configuration.random) {
        case .reconnect(let wait): return max(.zero, wait)
        case .stop:
            if let failure { throw failure }
            guard failures > 0, failures >= policy.limit ?? .max else { return nil }
            throw APIError(
                .connectionLost, "the server ended the stream \(failures + 1) times in a row without a byte in it")
        }
    }

    /// Opens a connection; `nil` when the server says that there is nothing more to come.
    private mutating func connect() async throws -> OpenBody? {
        let (id, isFirst, deadline) = (parser.lastEventID, !wasOpen, deadline)
        let now = clock.now
        let opened = try await call.open { request in
            // Whatever the endpoint accepts: a stream is 200, and 204 is its end (WHATWG HTML §9.2.3).
            request.accepts = .only(200, 204)
            if request.fields[.cacheControl] == nil { request.fields[.cacheControl] = "no-cache" }
            // An id that cannot stand in a field is not sent in part.
            if !isFirst { request.fields[.lastEventID] = (try? HTTPField(.lastEventID, id))?.value }
            if !isFirst, id.isEmpty { request.fields[.lastEventID] = nil }
            // One limit for the whole stream.
            request.deadline = deadline ?? request.timeouts.total.map { .after($0, from: now) }
        }
        self.deadline = opened.request.deadline
        isRepeatable = opened.request.method.isIdempotent || opened.request.fields[.idempotencyKey]?.isEmpty == false
        if isFirst, let id = opened.request.fields[.lastEventID] { parser.begin(after: id) }
        return opened.response.status == .noContent ? nil : opened
    }

    private func check(_ body: OpenBody) throws {
        let text = body.response.fields[.contentType]
        guard let type = text.flatMap({ MediaType($0) }), type.type == "text", type.subtype == "event-stream" else {
            let found = text.map { "of the type “\($0.escapedForDisplay)”" } ?? "without a type"
            throw body.refusal("the answer is \(found), not text/event-stream")
        }
    }
}
