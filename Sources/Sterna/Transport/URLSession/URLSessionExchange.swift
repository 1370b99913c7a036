#if !canImport(Darwin) && URLSession
import FoundationNetworking
#endif

#if canImport(Darwin) || URLSession
/// One request on its way through URLSession: what has come, who waits, and how it ends. Whatever happens first ends
/// it, and all that comes later is ignored.
final class URLSessionExchange: Sendable {
    struct State: Sendable {
        var answer: UnsafeContinuation<HTTPResponse, any Error>?
        var reader: UnsafeContinuation<Data?, any Error>?
        var task: TaskControls?
        var leave: (@Sendable () -> Void)?
        var watch: Task<Void, Never>?
        var pump: Task<Void, Never>?
        var head: Head?
        var bytes = Data()
        var received: Int64 = 0
        var sent: Int64 = 0
        var isHeld = false
        var end: Result<Void, any Error>?
        var metrics = Metrics()
        var times: Times
    }

    struct Head: Sendable {
        let status: HTTPStatus
        let joined: JoinedFields
    }

    /// How many bytes nobody has read before the server is held back.
    private static let highWater = 256 << 10
    let message: OutgoingMessage
    let state: Lock<State>

    init(_ message: OutgoingMessage) {
        self.message = message
        state = Lock(State(times: Times(message.request.timeouts)))
    }

    var request: HTTPRequest { message.request }
    var isOver: Bool { state.withLock { $0.end != nil } }

    /// Who waits for the answer; set before anything is begun.
    func wait(_ continuation: UnsafeContinuation<HTTPResponse, any Error>) {
        let end = state.withLock { state in
            if state.end == nil { state.answer = continuation }
            return state.end
        }
        // Cancelled before anybody waited.
        if case .failure(let error) = end { continuation.resume(throwing: error) } else { watch() }
    }

    /// There is a place at the host: starts, and calls `leave` once when it is over.
    func begin(_ start: (URLSessionExchange) -> TaskControls, leave: @escaping @Sendable () -> Void) {
        let mayBegin = state.withLock { state in
            guard state.end == nil else { return false }
            state.leave = leave
            state.times.begin(at: .now)
            return true
        }
        guard mayBegin else { return leave() }
        let task = start(self)
        let isOver = state.withLock { state in
            state.task = task
            return state.end != nil
        }
        if isOver { task.cancel() }
    }

    func cancel() {
        end(.failure(CancellationError()))
    }
}

// MARK: - What URLSession tells

extension URLSessionExchange {
    /// Takes the head of the answer. Interim ones are passed over (RFC 9110 §15.2).
    func receive(_ response: HTTPURLResponse) {
        let status = HTTPStatus(response.statusCode)
        guard !status.isInformational || status == 101 else { return note { _ in } }
        let lines = response.allHeaderFields.compactMap { name, value in
            (name as? String).flatMap { name in (value as? String).map { (name: name, value: $0) } }
        }
        do throws(JoinedFields.Refusal) {
            try receive(Head(status: status, joined: JoinedFields(lines)))
        } catch {
            end(.failure(failure(error.kind, error.detail)))
        }
    }

    private func receive(_ head: Head) throws(JoinedFields.Refusal) {
        if case .complete(let limit) = request.delivery, request.method != .head, head.status.isSuccess,
            let length = head.joined.contentLength, length > limit
        {
            throw JoinedFields.Refusal(kind: .tooLarge, detail: "the body is larger than \(limit) bytes")
        }
        let answer = state.withLock { state -> UnsafeContinuation<HTTPResponse, any Error>? in
            guard state.end == nil, state.head == nil else { return nil }
            state.head = head
            state.times.note(.now)
            state.metrics.firstByte = state.times.elapsed(at: .now)
            guard isStreamed(head.status) else { return nil }
            defer { state.answer = nil }
            return state.answer
        }
        answer?.resume(returning: response(head, .stream(stream())))
    }

    /// Takes a piece of the body.
    func receive(_ data: Data) {
        guard !data.isEmpty else { return }
        let (reader, refusal, hold) = state.withLock { state in
            take(data, &state)
        }
        reader?.resume(returning: data)
        hold?.suspend()
        if let refusal { end(.failure(refusal)) }
    }

    private func take(
        _ data: Data, _ state: inout State
    ) -> (UnsafeContinuation<Data?, any Error>?, APIError?, TaskControls?) {
        guard state.end == nil else { return (nil, nil, nil) }
        state.times.note(.now)
        state.received += Int64(data.count)
        if case .complete(let limit) = request.delivery, !isStreamed(state.head?.status), state.received > limit {
            return (nil, failure(.tooLarge, "the body is larger than the \(limit) bytes that are allowed"), nil)
        }
        if let reader = state.reader {
            state.reader = nil
            return (reader, nil, nil)
        }
        state.bytes.append(data)
        guard isStreamed(state.head?.status), state.bytes.count > Self.highWater, !state.isHeld else {
            return (nil, nil, nil)
        }
        guard let limit = URLSessionPlatform.unreadLimit else {
            state.isHeld = true
            return (nil, nil, state.task)
        }
        guard state.bytes.count > limit else { return (nil, nil, nil) }
        let detail = "\(URLSessionPlatform.name) cannot hold the server back, and \(limit) bytes are unread"
        return (nil, failure(.tooLarge, "\(detail): read faster, or \(URLSessionPlatform.remedy)"), nil)
    }

    /// So many bytes of the request's body were sent so far.
    func noteSent(_ count: Int64) {
        note { $0.sent = max($0.sent, count) }
    }

    /// What the system measured.
    func measure(_ metrics: Metrics) {
        state.withLock { state in
            guard state.end == nil else { return }
            state.metrics = metrics
        }
    }

    private func note(_ change: (inout State) -> Void) {
        state.withLock { state in
            guard state.end == nil else { return }
            state.times.note(.now)
            change(&state)
        }
    }

    /// URLSession is done.
    func complete(_ error: (any Error)?) {
        end(error.map { .failure(urlSessionFailure($0)) } ?? verdict())
    }

    private func verdict() -> Result<Void, any Error> {
        guard state.withLock({ $0.head }) != nil else {
            return .failure(failure(.malformedResponse, "the answer has no head"))
        }
        guard case .file(_, let check) = message.content, let failure = check.failure else { return .success(()) }
        return .failure(self.failure(.fileSystem, failure.description, failure))
    }
}

// MARK: - Reading

extension URLSessionExchange {
    /// An answer outside of 2xx is handed over at its head, so that the client can bound what it spends on it.
    private func isStreamed(_ status: HTTPStatus?) -> Bool {
        request.delivery == .streamed || status?.isSuccess != true
    }

    private func response(_ head: Head, _ body: HTTPResponse.Body) -> HTTPResponse {
        let metrics = state.withLock { $0.metrics }
        var response = HTTPResponse(
            status: head.status, fields: head.joined.fields, body: body, url: request.url, metrics: metrics)
        response.isDecoded = head.joined.isDecoded
        return response
    }

    private func stream() -> HTTPBodyStream {
        HTTPBodyStream(next: { try await self.next() }, cancel: { self.cancel() })
    }

    private func next() async throws -> Data? {
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { continuation in
                let (ready, held) = state.withLock { state in Self.read(&state, continuation) }
                held?.resume()
                if let ready { continuation.resume(with: ready) }
            }
        } onCancel: {
            cancel()
        }
    }

    /// What can be read now; otherwise the reader waits.
    private static func read(
        _ state: inout State, _ reader: UnsafeContinuation<Data?, any Error>
    ) -> (Result<Data?, any Error>?, TaskControls?) {
        let held = state.isHeld ? state.task : nil
        state.isHeld = false
        if held != nil { state.times.note(.now) }
        if !state.bytes.isEmpty {
            defer { state.bytes = Data() }
            return (.success(state.bytes), held)
        }
        if let end = state.end { return (end.map { nil }, nil) }
        state.reader = reader
        return (nil, held)
    }
}

// MARK: - The end

extension URLSessionExchange {
    /// Ends the exchange, unless it has ended, and tells whoever waits.
    func end(_ result: Result<Void, any Error>) {
        let now = ContinuousClock.now
        let ended = state.withLock { state -> State? in
            guard state.end == nil else { return nil }
            state.end = result
            state.metrics.total = state.times.elapsed(at: now)
            state.metrics.bodyBytes = state.received
            state.metrics.sentBytes = max(state.metrics.sentBytes, state.sent)
            if state.metrics.wireBytes == 0 {
                let isDecoded = state.head?.joined.isDecoded == true
                state.metrics.wireBytes = isDecoded ? state.head?.joined.contentLength ?? 0 : state.received
            }
            let ended = state
            (state.answer, state.reader, state.leave, state.watch, state.pump) = (nil, nil, nil, nil, nil)
            if case .failure(is CancellationError) = result { state.bytes = Data() }
            return ended
        }
        if let ended { settle(ended, result) }
    }

    private func settle(_ ended: State, _ result: Result<Void, any Error>) {
        ended.watch?.cancel()
        ended.pump?.cancel()
        ended.task?.cancel()
        ended.leave?()
        ended.reader?.resume(with: result.map { nil })
        guard let answer = ended.answer else { return }
        answer.resume(
            with: result.flatMap { _ in
                guard let head = ended.head else {
                    return .failure(failure(.malformedResponse, "the answer has no head"))
                }
                return .success(response(head, .complete(ended.bytes)))
            })
    }
}
#endif
