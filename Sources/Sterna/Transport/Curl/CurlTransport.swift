#if os(Linux)
/// The transport on Linux: libcurl, with one thread that runs every transfer.
///
/// Its connections are kept and shared by all requests of this transport, and by no other transport. The thread ends,
/// and every connection with it, when the last reference to the transport and to its streams goes.
public final class CurlTransport: ExecutingTransport {
    private let options: TransportOptions
    private let running = Lock<CurlLoop?>(nil)

    /// A transport; nothing is started before the first request.
    public init(_ options: TransportOptions = TransportOptions()) {
        self.options = options
    }

    deinit {
        running.withLock { $0 }?.post(.stop)
    }

    /// Sends one request through libcurl.
    ///
    /// - Throws: `CancellationError` when the task is cancelled, and ``APIError`` with a ``TransportFault`` beneath.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let loop = try loop()
        let transfer = CurlTransfer(request)
        let response = try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { continuation in
                transfer.wait(continuation)
                loop.start(transfer)
            }
        } onCancel: {
            loop.post(.cancel(transfer))
        }
        loop.mailbox.showHandover()
        if response.status == 407, let refusal = loop.proxies.refusal(response, to: request) {
            await response.body.discard()
            throw refusal
        }
        return try finished(response, of: request)
    }

    /// The answer decoded, with a stream that keeps this transport alive.
    private func finished(_ response: HTTPResponse, of request: HTTPRequest) throws(APIError) -> HTTPResponse {
        guard case .stream(let stream) = response.body else { return try response.decoded(for: request) }
        var held = response
        held.body = .stream(stream.holding(self))
        return try held.decoded(for: request)
    }

    public func withTransportExecutor<Value>(_ operation: () async throws -> Value) async throws -> Value {
        try await withTaskExecutorPreference(loop().jobs) { try await operation() }
    }

    private func loop() throws(APIError) -> CurlLoop {
        let result = running.withLock { known -> Result<CurlLoop, APIError> in
            if let known { return .success(known) }
            do throws(APIError) {
                let loop = try CurlLoop(options: options)
                try loop.run()
                known = loop
                return .success(loop)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}

extension HTTPBodyStream {
    /// The same stream, which keeps its transport alive while it is read.
    fileprivate func holding(_ transport: CurlTransport) -> HTTPBodyStream {
        let stream = self
        return HTTPBodyStream(
            next: {
                var iterator = stream.makeAsyncIterator()
                defer { withExtendedLifetime(transport) {} }
                return try await iterator.next()
            },
            cancel: { stream.cancel() }, metrics: { stream.metrics })
    }
}
#endif
