#if os(Linux)
import CCurl

/// One request on its way through libcurl. The loop's thread alone touches it, but for the stream it feeds.
///
/// Its state is touched for each line and each piece of an answer, by one thread and in no access that lasts; to have
/// every access checked for being alone costs a small call some percent.
final class CurlTransfer: @unchecked Sendable {
    let request: HTTPRequest
    /// Where the bytes go when they are not collected here.
    lazy var stream = CurlStream()
    @exclusivity(unchecked) var handle: CurlHandle?
    /// Where it counts among what goes on at its host, once it was admitted.
    @exclusivity(unchecked) var host: HostQueue.Host?
    /// The port on our side of its connection; `nil` before the request is sent, 0 of a unix socket.
    @exclusivity(unchecked) private(set) var localPort: Int?
    /// Where it stands in the loop's table.
    @exclusivity(unchecked) var place: Int?
    /// Whether the transfer has a place at its host.
    @exclusivity(unchecked) var isAdmitted = false
    /// Whether libcurl knows of the transfer.
    @exclusivity(unchecked) var isAdded = false
    /// Whether everything has been decided; what is left is to answer.
    @exclusivity(unchecked) private(set) var isOver = false
    /// Whether the transfer was ended while its body may still have been on its way.
    @exclusivity(unchecked) private(set) var isCutShort = false

    @exclusivity(unchecked) private var continuation: UnsafeContinuation<HTTPResponse, any Error>?
    @exclusivity(unchecked) private var head = ResponseHeadParser()
    @exclusivity(unchecked) private var body = Data()
    @exclusivity(unchecked) private var upload: CurlUpload?
    @exclusivity(unchecked) private var outcome: Result<Void, any Error>?
    @exclusivity(unchecked) private var metrics = Metrics()
    /// The loop that runs it, from the start to the end.
    @exclusivity(unchecked) private var loop: CurlLoop?

    /// Whether the loop has taken the transfer over: until then whoever made it may still set it up.
    @exclusivity(unchecked) private var isStarted = false
    @exclusivity(unchecked) private var isCancelledEarly = false
    @exclusivity(unchecked) private var sends = 0
    @exclusivity(unchecked) private var isHeadDue = false
    @exclusivity(unchecked) private var received: Int64 = 0
    @exclusivity(unchecked) private var startedAt: Int64 = 0
    @exclusivity(unchecked) private var begunAt: Int64?
    @exclusivity(unchecked) private var connectedAt: Int64?
    @exclusivity(unchecked) private var lastActivity: Int64 = 0
    @exclusivity(unchecked) private var limits = (connect: Int64.max, idle: Int64.max, total: Int64.max)

    init(_ request: HTTPRequest) {
        self.request = request
    }

    /// Who waits for the answer; set before the transfer is handed to the loop.
    func wait(_ continuation: UnsafeContinuation<HTTPResponse, any Error>) {
        self.continuation = continuation
    }

    func begin(on handle: CurlHandle, options: TransportOptions, loop: CurlLoop) throws {
        self.handle = handle
        begunAt = loop.now
        handle.transfer = self
        do {
            upload = try request.body.map { body in
                try CurlUpload(body) { [weak self, weak loop] in
                    guard let self, let loop else { return }
                    loop.post(.resumeSending(self))
                }
            }
        } catch {
            throw attributed(error)
        }
        try handle.configure(for: request, length: upload?.length, options: options)
    }
}

// MARK: - What libcurl tells

extension CurlTransfer {
    /// Called when the connection stands, just before the request is sent. libcurl sends again by itself when a reused
    /// connection turns out dead; that is right for idempotent methods alone (RFC 9110 §9.2.2).
    func mayBeSent(from port: Int) -> Bool {
        localPort = max(0, port)
        if let failure = handle?.pinFailure {
            refuse(.pinMismatch, failure)
            return false
        }
        sends += 1
        connectedAt = connectedAt ?? loop?.now
        noteActivity()
        loop?.expectLimit(at: nextLimit)
        return sends == 1 || mayBeSentAgain()
    }

    private func mayBeSentAgain() -> Bool {
        if !request.method.isIdempotent {
            refuse(.connectionLost, "the connection ended after the request was sent")
        }
        return request.method.isIdempotent
    }

    /// Takes a line of the head; false ends the transfer.
    func receiveHead(_ line: UnsafeRawBufferPointer) -> Bool {
        noteActivity()
        do {
            guard try head.take(line) else { return true }
        } catch {
            outcome = .failure(failure(error.kind, error.detail))
            return false
        }
        if isStreamed {
            isHeadDue = true
            loop?.finish(self)
        } else if let length = head.contentLength, length > 0 {
            guard length <= request.bodyLimit || isBodyless else {
                refuseBody()
                return false
            }
            body.reserveCapacity(Int(min(length, 1 << 20)))
        }
        return true
    }

    /// Takes a piece of the body; fewer bytes than given end the transfer, `CURL_WRITEFUNC_PAUSE` holds it.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
        noteActivity()
        // libcurl takes an odd line end for the end of the head where we do not.
        guard head.isComplete else {
            refuse(.malformedResponse, "the head of the answer has no end")
            return 0
        }
        guard isStreamed else {
            guard body.count + bytes.count <= request.bodyLimit else {
                refuseBody()
                return 0
            }
            body.append(contentsOf: bytes)
            return bytes.count
        }
        guard stream.offer(bytes) else { return Int(CURL_WRITEFUNC_PAUSE) }
        received += Int64(bytes.count)
        return bytes.count
    }

    /// Gives libcurl bytes of the request's body.
    func fill(_ space: UnsafeMutableRawBufferPointer) -> Int {
        guard let upload else { return 0 }
        switch upload.fill(space) {
        case .bytes(let count):
            noteActivity()
            return count
        case .later:
            return Int(CURL_READFUNC_PAUSE)
        case .failure(let error):
            outcome = .failure(attributed(error))
            return Int(CURL_READFUNC_ABORT)
        }
    }

    /// Goes back in the body, which libcurl asks for before it sends again.
    func rewind(to offset: Int64) -> Bool {
        guard sends == 0 || mayBeSentAgain() else { return false }
        return upload?.rewind(to: offset) ?? (offset == 0)
    }

    /// libcurl is done with the transfer.
    func complete(_ code: CURLcode) {
        guard !isOver else { return }
        if let handle { metrics = handle.metrics }
        metrics.bodyBytes = isStreamed ? received : Int64(body.count)
        let result = outcome ?? (code == CURLE_OK ? verdict() : .failure(curlFailure(code)))
        end(result)
    }

    private func verdict() -> Result<Void, any Error> {
        guard head.isComplete else { return .failure(failure(.malformedResponse, "the answer has no head")) }
        if let error = upload?.remainder { return .failure(attributed(error)) }
        return .success(())
    }

    private func curlFailure(_ code: CURLcode) -> APIError {
        let words = handle.map(\.words) ?? ""
        let message = CurlFailure.withoutSecrets(words.isEmpty ? CurlLibrary.words(for: code) : words)
        let fault = TransportFault(library: "curl", code: Int(code.rawValue), message: message, phase: phase)
        let verify = handle?.verifyResult ?? 0
        let kind = CurlFailure.kind(fault, verifyResult: verify, usesProxy: handle?.proxy != nil)
        var error = failure(kind, CurlFailure.detail(kind, message), fault)
        if kind == .tls(.other), CurlFailure.refusesClient(message) { error.mayHaveBeenProcessed = false }
        if kind == .truncated, let expected = head.contentLength {
            error.detail = "the body ended after \(metrics.wireBytes) of \(expected) bytes"
        }
        return handle?.attributed(error, message) ?? error
    }

    /// Whether all went well, so that libcurl's handle is as it was.
    var isSuccess: Bool {
        if case .success = outcome { isOver } else { false }
    }

    /// Whether the consumer holds the transfer back.
    private var isHeld: Bool { hasStream && stream.isHeld }

    private var hasStream: Bool { head.isComplete && isStreamed }

    private var phase: TransportFault.Phase {
        if head.isComplete { return .receive }
        guard connectedAt != nil else { return .connect }
        return upload?.isSent ?? true ? .wait : .send
    }

    /// An answer outside of 2xx is handed over at its head, so that the client can bound what it spends on it.
    private var isStreamed: Bool {
        request.delivery == .streamed || !head.status.isSuccess
    }

    /// Whether the answer has no body, whatever its fields say (RFC 9112 §6.3).
    private var isBodyless: Bool {
        request.method == .head || head.status.isBodyless
    }

    private func refuseBody() {
        refuse(.tooLarge, "the body is larger than the \(request.bodyLimit) bytes that are allowed")
    }

    private func refuse(_ kind: APIError.Kind, _ detail: String) {
        outcome = .failure(failure(kind, detail))
    }

    private func failure(_ kind: APIError.Kind, _ detail: String, _ cause: (any Error)? = nil) -> APIError {
        var error = APIError(kind, detail, request: request, underlying: cause)
        error.mayHaveBeenProcessed = sends > 0
        return error
    }

    /// The failure of the request's body as callers see it.
    private func attributed(_ error: any Error) -> any Error {
        switch error {
        case let file as FileFailure: failure(.fileSystem, file.description, file)
        case let own as APIError: failure(own.kind, own.detail, own.underlying)
        case is CancellationError: error
        default: failure(.bodyEncoding, "the body could not be read: \(error)", error)
        }
    }
}

// MARK: - Time

extension CurlTransfer {
    private func noteActivity() {
        lastActivity = loop?.now ?? lastActivity
    }

    /// The next moment at which a limit may strike, given what has happened since.
    var nextLimit: Int64 {
        min(startedAt.adding(limits.total), phaseLimit)
    }

    /// The moment at which the limit of the present phase strikes; a transfer that waits for its host is in none.
    private var phaseLimit: Int64 {
        if connectedAt != nil { return lastActivity.adding(limits.idle) }
        return begunAt?.adding(limits.connect) ?? .max
    }

    /// The limit that has struck by now. Time in which the consumer holds the transfer back is not idle.
    func limitStruck(at now: Int64) -> TimeoutPhase? {
        if now >= startedAt.adding(limits.total) { return .total }
        if isHeld || upload?.isStarved == true { lastActivity = now }
        guard now >= phaseLimit else { return nil }
        return connectedAt == nil ? .connect : .idle
    }

    func timeOut(_ phase: TimeoutPhase, on loop: CurlLoop) {
        let limit = (phase == .total ? limits.total : phase == .idle ? limits.idle : limits.connect)
        let what =
            switch phase {
            case .connect: "no connection stood after \(limit) ms"
            case .idle: "no byte came or went for \(limit) ms"
            case .total: "the call was not over after \(limit) ms"
            }
        let words = CurlLibrary.words(for: CURLE_OPERATION_TIMEDOUT)
        let fault = TransportFault(
            library: "curl", code: Int(CURLE_OPERATION_TIMEDOUT.rawValue), message: words, phase: self.phase)
        fail(failure(.timedOut(phase), what, fault), on: loop)
    }
}

// MARK: - Ends

extension CurlTransfer {
    func cancel(on loop: CurlLoop) {
        guard isStarted else { return isCancelledEarly = true }
        fail(CancellationError(), on: loop)
    }

    /// Takes over from whoever made the transfer; false when it was cancelled before.
    func start(on loop: CurlLoop) -> Bool {
        isStarted = true
        self.loop = loop
        startedAt = loop.now
        limits = (
            request.timeouts.connect?.inMilliseconds ?? .max, request.timeouts.idle?.inMilliseconds ?? .max,
            request.timeouts.total?.inMilliseconds ?? .max
        )
        if isCancelledEarly { fail(CancellationError(), on: loop) }
        return !isOver
    }

    /// Ends the transfer before libcurl does.
    func fail(_ error: any Error, on loop: CurlLoop) {
        guard !isOver else { return }
        if let handle { metrics = handle.metrics }
        isCutShort = request.body != nil && !head.isComplete
        end(.failure(error))
    }

    /// The failure with the attempt that it ended; libcurl's clock stands still while nothing moves.
    private func withAttempt(_ error: any Error) -> any Error {
        guard var known = error as? APIError, let loop else { return error }
        metrics.total = max(metrics.total, .milliseconds(loop.now - startedAt))
        let status = head.isComplete ? head.status : nil
        known.attempts = [Attempt(number: 1, status: status, failure: known.kind, metrics: metrics)]
        return known
    }

    private func end(_ result: Result<Void, any Error>) {
        isOver = true
        outcome = result.mapError(withAttempt)
        upload?.close()
        loop?.finish(self)
    }

    func resumeReceiving(at now: Int64) {
        guard !isOver, let handle else { return }
        lastActivity = now
        stream.release()
        handle.pause(upload?.isStarved == true ? CURLPAUSE_SEND : CURLPAUSE_CONT)
    }

    func resumeSending(at now: Int64) {
        guard !isOver, let handle else { return }
        lastActivity = now
        handle.pause(isHeld ? CURLPAUSE_RECV : CURLPAUSE_CONT)
    }

    /// Tells whoever waits, once the handle is free or the head is there.
    func answer() {
        guard isOver else {
            if isHeadDue { deliver(.stream(stream.body(of: self, on: loop))) }
            return
        }
        defer { loop = nil }
        switch outcome {
        case .success where continuation != nil && isStreamed && request.delivery != .streamed:
            deliver(.complete(stream.drain()))
        case .success where continuation != nil && isStreamed:
            deliver(.stream(stream.body(of: self, on: loop)))
            stream.end(nil, metrics)
        case .success:
            if hasStream { stream.end(nil, metrics) }
            deliver(.complete(body))
        case .failure(let error) where isHeadDue && !(error is CancellationError):
            deliver(.stream(stream.body(of: self, on: loop)))
            stream.end(error, metrics)
        case .failure(let error):
            if hasStream { stream.end(error, metrics) }
            resume(.failure(error))
        case nil:
            break
        }
    }

    private func deliver(_ body: HTTPResponse.Body) {
        guard continuation != nil else { return }
        if let handle, !isOver { metrics = handle.metrics }
        if metrics.httpVersion == "2" { loop?.multiplex(self) }
        let fields = HTTPFields(head: head.fields)
        resume(
            .success(
                HTTPResponse(
                    status: head.status, fields: fields, body: body, url: request.url, metrics: metrics)))
    }

    private func resume(_ result: Result<HTTPResponse, any Error>) {
        let waiting = continuation
        continuation = nil
        waiting?.resume(with: result)
    }
}

extension Int64 {
    /// The sum, or the largest number when it does not fit.
    func adding(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
#endif
