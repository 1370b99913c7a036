/// The client of one API: makes requests from endpoints, runs them through the chain, checks the status, decodes.
///
/// ```swift
/// let api = try APIClient(baseURL: "https://jsonplaceholder.typicode.com")
/// let posts = try await api.send(.posts)
/// ```
///
/// Make one for each API and share it: its connections are kept and reused. Every method throws `CancellationError`
/// when its task is cancelled, and ``APIError`` for everything else.
public final class APIClient: Sendable {
    /// How the client behaves.
    public let configuration: APIConfiguration
    private let chain: Chain
    private let encoder: BodyEncoder
    let decoder: BodyDecoder
    /// `nil` where it may not be sent, of which each request tells.
    private let userAgent: HTTPField?

    /// A client with a configuration.
    ///
    /// - Parameters:
    ///   - configuration: the base URL and the options.
    ///   - transport: what carries the requests; `nil` takes the platform's own (libcurl or URLSession).
    public init(_ configuration: APIConfiguration, transport: (any Transport)? = nil) {
        self.configuration = configuration
        Redaction.declare(configuration.redaction)
        chain = Chain(configuration, transport ?? PlatformTransport.make(configuration.transport))
        encoder = BodyEncoder(configuration.json)
        decoder = BodyDecoder(configuration.json)
        userAgent = try? HTTPField(.userAgent, configuration.userAgent)
    }

    /// Sends the endpoint's request and returns the decoded answer.
    @concurrent
    public func send<Response>(_ endpoint: Endpoint<Response>) async throws -> Response {
        try await answer(to: endpoint).value
    }

    /// Sends the endpoint's request and returns the decoded answer with its status, fields and metrics.
    @concurrent
    public func response<Response>(to endpoint: Endpoint<Response>) async throws -> APIResponse<Response> {
        try await answer(to: endpoint)
    }

    private func answer<Response>(to endpoint: Endpoint<Response>) async throws -> APIResponse<Response> {
        var request = try makeRequest(endpoint, delivery: .complete(limit: configuration.bodyLimit))
        let response = try await exchange(&request, retry: endpoint.retry)
        let value = try decode(response, of: request, as: endpoint)
        return APIResponse(value: value, response)
    }

    /// Sends the endpoint's request and returns the body of the answer as it is.
    @concurrent
    public func data<Response>(for endpoint: Endpoint<Response>) async throws -> Data {
        var request = try makeRequest(endpoint, delivery: .complete(limit: configuration.bodyLimit))
        return try await exchange(&request, retry: endpoint.retry).bytes ?? Data()
    }

    /// Sends the endpoint's request and returns at the head of the answer; its body is a stream.
    ///
    /// A stream has no total limit in time unless the endpoint sets one.
    @concurrent
    public func stream<Response>(_ endpoint: Endpoint<Response>) async throws -> HTTPResponse {
        try await exchange(makeRequest(endpoint, delivery: .streamed), retry: endpoint.retry)
    }

    /// Sends a request that was made by hand, to any URL, through the same chain.
    ///
    /// - Returns: the answer, with its body as ``HTTPRequest/delivery`` asks.
    /// - Throws: ``APIError`` also for a status that ``HTTPRequest/accepts`` does not take.
    @concurrent
    public func exchange(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await exchange(request, retry: nil)
    }

    /// Sends a request; `retry` replaces the client's policy.
    func exchange(_ request: HTTPRequest, retry: RetryPolicy?) async throws -> HTTPResponse {
        var request = request
        return try await exchange(&request, retry: retry)
    }

    /// Sends a request, which then holds what every request needs.
    private func exchange(_ request: inout HTTPRequest, retry: RetryPolicy?) async throws -> HTTPResponse {
        do {
            try prepare(&request)
            return try await accepted(chain(request, retry: retry), for: request)
        } catch {
            throw Task.isCancelled ? CancellationError() : attributed(error, to: request)
        }
    }
}

// MARK: - Where calls run

extension APIClient {
    /// Runs `operation`, the tasks of its groups and every call that they make on the transport's own thread, where the
    /// transport has one that can do so (libcurl's); elsewhere where it would run anyway.
    ///
    /// For many small calls: a call then wakes no other thread, which is most of what a small call costs. Nothing of
    /// the operation may block or compute for long, as every transfer of the client waits meanwhile. Code that belongs
    /// to an actor with an executor of its own, such as the main actor, stays there; so do unstructured tasks.
    ///
    /// ```swift
    /// let posts = try await api.withTransportExecutor {
    ///     try await withThrowingTaskGroup(of: Post.self) { group in … }
    /// }
    /// ```
    ///
    /// - Throws: what `operation` throws, and ``APIError`` where the thread cannot be started.
    public func withTransportExecutor<Value>(_ operation: () async throws -> Value) async throws -> Value {
        guard let transport = chain.transport as? any ExecutingTransport else { return try await operation() }
        return try await transport.withTransportExecutor(operation)
    }
}

// MARK: - Requests

extension APIClient {
    func makeRequest<Response>(
        _ endpoint: Endpoint<Response>, delivery: ResponseDelivery
    ) throws(APIError) -> HTTPRequest {
        do {
            var request = HTTPRequest(endpoint.method, try url(of: endpoint), delivery: delivery)
            request.fields = configuration.fields.merging(endpoint.fields)
            if let accept = endpoint.accept { request.fields.addMissing(HTTPField(parsed: .accept, accept)) }
            request.body = try endpoint.body?.encode(encoder)
            request.timeouts = timeouts(of: endpoint, delivery)
            request.accepts = endpoint.accepts
            request.redirectLimit = endpoint.redirects?.limit
            request.requiresAuthentication = endpoint.requiresAuthentication
            request.redaction = configuration.redaction
            addKey(endpoint.idempotencyKey, to: &request)
            return request
        } catch let error as APIError {
            throw error
        } catch let error as EncodingFailure {
            throw APIError(.bodyEncoding, error.description, underlying: error)
        } catch {
            throw APIError(.invalidRequest, String(describing: error), underlying: error)
        }
    }

    /// Made once for a call, so that every attempt of it carries the same.
    private func addKey(_ own: IdempotencyKey?, to request: inout HTTPRequest) {
        let isNeeded = configuration.generatesIdempotencyKeys && !request.method.isIdempotent
        guard let key = own ?? (isNeeded ? .generated : nil), request.fields[.idempotencyKey] == nil else { return }
        request.fields[.idempotencyKey] = key.make()
    }

    private func url<Response>(of endpoint: Endpoint<Response>) throws -> URI {
        let (path, query) = try endpoint.path.resolved()
        let style = configuration.queryStyle
        let parts = [style.encode(configuration.query), query, style.encode(endpoint.query)]
            .compactMap { $0 }.filter { !$0.isEmpty }
        return configuration.baseURL.appending(path: path, query: parts.isEmpty ? nil : parts.joined(separator: "&"))
    }

    private func timeouts<Response>(of endpoint: Endpoint<Response>, _ delivery: ResponseDelivery) -> Timeouts {
        if let own = endpoint.timeouts { return own }
        var timeouts = configuration.timeouts
        if delivery == .streamed { timeouts.total = nil }
        return timeouts
    }

    /// Gives the request what every request needs, or tells the reason not to send it.
    private func prepare(_ request: inout HTTPRequest) throws(APIError) {
        if let invalid = request.fields.invalid { throw APIError(.invalidRequest, invalid.description) }
        if let refusal = Self.refusal(of: request) { throw APIError(.invalidRequest, refusal) }
        if request.namesForeignBoundary { request.fields[.contentType] = nil }
        if let userAgent {
            request.fields.addMissing(userAgent)
        } else if request.fields[.userAgent] == nil {
            request.fields[.userAgent] = configuration.userAgent
        }
        if let user = request.url.userInfo, request.fields[.authorization] == nil {
            // A user name without a password still has its colon (RFC 7617 §2).
            let plain = Data(PercentEncoding.decoded(user.contains(":") ? user : user + ":").utf8)
            request.fields[.authorization] = "Basic " + plain.base64EncodedString()
        }
        if request.url.userInfo != nil { request.url.userInfo = nil }
        if request.requiresAuthentication, configuration.authentication == nil, request.fields[.authorization] == nil {
            throw APIError(
                .unauthorized, "the endpoint needs a credential and the client has none: set authentication")
        }
        if request.deadline == nil, let total = request.timeouts.total {
            request.deadline = .after(total, from: configuration.clock.now)
        }
    }

    private static func refusal(of request: HTTPRequest) -> String? {
        if request.body != nil, request.method == .get || request.method == .head || request.method == .trace {
            return
                "a \(request.method) request must not have a body (RFC 9110 §9.3.1): put it in the query, or use POST"
        }
        if let total = request.timeouts.total, total <= .zero {
            return "the total timeout is \(total): give a positive time, or nil for no limit"
        }
        return nil
    }
}
