#if canImport(Darwin) || URLSession
/// The transport over Foundation's URLSession: the one on Apple platforms, and on Linux with the package trait
/// `URLSession`.
///
/// It behaves as every transport does: it follows no redirect, keeps no cookie and no cache, and its limits in time are
/// its own. What it cannot do is in ``missing``.
///
/// On Linux prefer `CurlTransport`, which lacks nothing and is many times as fast. There, Foundation's own code ends
/// the process when a connection closes within the head of an answer, and when an answer has trailers.
public final class URLSessionTransport: LimitedTransport {
    private let options: TransportOptions
    private let refusal: String?
    private let gate: ConnectionGate
    private let sessions: SessionStore

    /// A transport; nothing is started before the first request.
    public init(_ options: TransportOptions = TransportOptions()) {
        self.options = options
        let environment = ProcessInfo.processInfo.environment
        refusal = Self.refusal(of: Demands.of(options, environment: environment))
        gate = ConnectionGate(limit: options.connectionsPerHost)
        sessions = SessionStore(options)
    }

    deinit {
        sessions.close()
    }

    /// What URLSession cannot do on this platform.
    public var missing: TransportCapabilities { URLSessionPlatform.missing }

    /// Sends one request through URLSession.
    ///
    /// - Throws: `CancellationError` when the task is cancelled; ``APIError`` with a ``TransportFault`` beneath, and
    ///   `invalidRequest` when the options or the request ask for what is ``missing``.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        if let refusal = refusal ?? Self.refusal(of: Demands.of(request)) {
            throw APIError(.invalidRequest, refusal, request: request)
        }
        let message = try OutgoingMessage(request)
        let exchange = URLSessionExchange(message)
        return try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { continuation in
                exchange.wait(continuation)
                enter(exchange, request.url.origin)
            }
        } onCancel: {
            exchange.cancel()
        }
    }

    private func enter(_ exchange: URLSessionExchange, _ origin: Origin) {
        gate.enter(origin) { [gate, sessions] in
            exchange.begin({ sessions.start($0) }, leave: { gate.leave(origin) })
        }
    }

    private static func refusal(of demands: TransportCapabilities) -> String? {
        let lacking = demands.intersection(URLSessionPlatform.missing)
        guard !lacking.isEmpty else { return nil }
        return "\(URLSessionPlatform.name) cannot \(lacking): \(URLSessionPlatform.remedy)"
    }
}
#endif
