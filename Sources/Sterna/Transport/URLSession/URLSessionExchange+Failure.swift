#if canImport(Darwin) || URLSession
extension URLSessionExchange {
    func failure(_ kind: APIError.Kind, _ detail: String, _ cause: (any Error)? = nil) -> APIError {
        var error = APIError(kind, detail, request: request, underlying: cause)
        error.mayHaveBeenProcessed = message.mayHaveBeenProcessed(kind)
        return error
    }

    /// The server is not trusted.
    func refuse(_ reason: APIError.TLSReason) {
        end(.failure(failure(.tls(reason), "the server's certificate is not trusted")))
    }

    /// What URLSession's error means.
    func urlSessionFailure(_ error: any Error) -> any Error {
        let (head, received, sent) = state.withLock { ($0.head, $0.received, $0.sent) }
        let reading = URLSessionFailure(
            error, expected: head?.joined.contentLength, received: received,
            isDecoded: head?.joined.isDecoded ?? false, hasHead: head != nil)
        let phase = reading.phase(isSent: sent >= message.length ?? 0)
        let fault = TransportFault(
            library: "URLSession", code: reading.code, message: reading.words, phase: phase)
        if case .file(_, let check) = message.content, let file = check.failure {
            return failure(.fileSystem, file.description, file)
        }
        return failure(reading.kind, reading.detail, fault)
    }

    /// The failure of the request's body as callers see it.
    func bodyFailure(_ error: any Error) -> any Error {
        switch error {
        case let file as FileFailure: failure(.fileSystem, file.description, file)
        case let own as APIError: failure(own.kind, own.detail, own.underlying)
        case is CancellationError: error
        default: failure(.bodyEncoding, "the body could not be read: \(error)", error)
        }
    }
}

extension OutgoingMessage {
    /// URLSession does not tell when a request has left: only what fails before surely has not.
    fileprivate func mayHaveBeenProcessed(_ kind: APIError.Kind) -> Bool {
        switch kind {
        case .invalidRequest, .dns, .connect, .proxy, .tls, .offline, .pinMismatch: false
        default: true
        }
    }
}
#endif
