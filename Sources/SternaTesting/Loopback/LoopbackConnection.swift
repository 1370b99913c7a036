/// A connection, on the thread that serves it.
public final class LoopbackConnection {
    /// Its place among all that the server accepted, from 1.
    public let number: Int
    /// Where it came in.
    public let address: LoopbackAddress

    private let socket: Socket
    private let log: ServerLog
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    private var parser: RequestParser
    private var requestNumber = 0
    private var isClosed = false

    init(_ socket: Socket, number: Int, address: LoopbackAddress, log: ServerLog, bodyLimit: Int) {
        self.socket = socket
        self.number = number
        self.address = address
        self.log = log
        parser = RequestParser(bodyLimit: bodyLimit)
    }

    deinit {
        buffer.deallocate()
    }

    /// Waits for `duration`; returns `false` at once when the client closes or the server stops meanwhile.
    @discardableResult
    public func wait(_ duration: Duration) -> Bool {
        let wake = socket.waitForPeer(until: .now + duration)
        note(wake)
        return wake == .timedOut
    }

    /// Whether the client has closed the connection.
    public var isClosedByPeer: Bool {
        guard socket.peerHasClosed else { return false }
        note(.peerClosed)
        return true
    }
}

extension LoopbackConnection {
    /// Reads a whole request; `nil` when the peer closed, the server stops, or what came is not HTTP.
    func readRequest() -> ReceivedRequest? {
        guard let head = readHead() else { return nil }
        if head["Expect"]?.lowercased() == "100-continue", !head.isComplete, parser.pending.isEmpty {
            guard send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) else { return nil }
        }
        return readBody(upTo: .max)
    }

    /// Reads a request's head and logs it.
    func readHead(size: Int = .max, every pause: Duration = .zero) -> ReceivedRequest? {
        parser.begin()
        requestNumber = 0
        guard readOn(size: size, every: pause, until: { $0 == .head }) else { return nil }
        return current
    }

    /// Reads on in the body until it is complete or holds `bytes`.
    func readBody(upTo bytes: Int64, size: Int = .max, every pause: Duration = .zero) -> ReceivedRequest? {
        guard requestNumber > 0 else { return nil }
        let isComplete = readOn(size: size, every: pause) { [self] progress in
            progress == .complete || parser.request.bodyLength >= bytes
        }
        log.update(current)
        return isComplete ? current : nil
    }

    /// Makes the socket's buffer small, so that a slow reader is felt by the sender.
    func shrinkReceiveBuffer() {
        socket.shrinkReceiveBuffer()
    }

    private var current: ReceivedRequest {
        var request = parser.request
        (request.number, request.connection) = (requestNumber, number)
        return request
    }

    private func readOn(size: Int, every pause: Duration, until isDone: (RequestParser.Progress) -> Bool) -> Bool {
        while true {
            let progress = parser.advance()
            if progress == .head { requestNumber = log.add(current, on: number) }
            if case .malformed(let reason) = progress { return refuse(reason) }
            if isDone(progress) { return true }
            if progress == .complete { return false }
            guard progress == .head || receive(size: size) else { return false }
            if progress != .head, pause > .zero, !wait(pause) { return false }
        }
    }

    private func receive(size: Int) -> Bool {
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(size))
        switch socket.receive(into: part) {
        case .bytes(let count):
            parser.append(UnsafeRawBufferPointer(rebasing: part.prefix(count)))
            return true
        case .ended: note(.peerClosed)
        case .stopped, .timedOut: break
        }
        return false
    }

    /// Answers what cannot be read, so that a test sees why.
    private func refuse(_ reason: String) -> Bool {
        if requestNumber == 0 { requestNumber = log.add(current, on: number) } else { log.update(current) }
        let body = "LoopbackServer cannot read this request: \(reason)\n"
        let head = "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n"
        _ = send(Array("\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8))
        return false
    }
}

extension LoopbackConnection {
    /// Sends all bytes; `false` when the peer closed or the server stops.
    func send(_ bytes: some Sequence<UInt8>) -> Bool {
        let sent = bytes.withContiguousStorageIfAvailable { send(UnsafeRawBufferPointer($0)) }
        return sent ?? Array(bytes).withUnsafeBytes { send($0) }
    }

    private func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let wake = socket.send(bytes)
        note(wake)
        return wake == .ready
    }

    /// Waits until the peer closes or the server stops.
    func hang() {
        note(socket.waitForPeer(until: nil))
    }

    /// Says that nothing more is sent.
    func halfClose() {
        socket.endSending()
    }

    /// Closes at once with a reset.
    func reset() {
        socket.resetOnClose()
        end()
    }

    /// Closes in good order: what the peer still sends is read away for a while, because a close with unread bytes
    /// would be a reset.
    func close() {
        guard !isClosed else { return }
        halfClose()
        let deadline = ContinuousClock.now + .milliseconds(500)
        while case .bytes = socket.receive(into: buffer, until: deadline), .now < deadline {}
        end()
    }

    private func end() {
        guard !isClosed else { return }
        isClosed = true
        // Logged first: whoever sees the end of the connection finds it in the log.
        log.change(number) { $0.closedAt = .now }
        socket.close()
    }

    private func note(_ wake: Socket.Wake) {
        guard wake == .peerClosed else { return }
        log.change(number) { $0.closedByPeerAt = $0.closedByPeerAt ?? .now }
    }
}
