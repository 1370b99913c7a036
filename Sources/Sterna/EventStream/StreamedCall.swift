/// A call whose body is read as it comes. Nothing is sent before it is opened.
struct StreamedCall: Sendable {
    let client: APIClient
    private let retry: RetryPolicy?
    private let make: @Sendable () throws -> HTTPRequest

    /// - Parameter accept: the media types to ask for, where neither endpoint nor client names some.
    init<Response>(_ endpoint: Endpoint<Response>, of client: APIClient, accept: String? = nil) {
        self.client = client
        retry = endpoint.retry
        make = {
            var endpoint = endpoint
            let isChosen = (endpoint.fields[.accept] ?? client.configuration.fields[.accept]) != nil
            if !isChosen, let accept { endpoint.fields[.accept] = accept }
            return try client.makeRequest(endpoint, delivery: .streamed)
        }
    }

    /// Reads in the client's style, and hides what is secret to the client.
    var decoder: BodyDecoder {
        var decoder = client.decoder
        decoder.redaction = client.configuration.redaction
        return decoder
    }

    /// Sends the request and returns at the head of the answer.
    ///
    /// - Parameter change: what is particular to this connection.
    @concurrent
    func open(_ change: @Sendable (inout HTTPRequest) -> Void = { _ in }) async throws -> OpenBody {
        var request = try make()
        change(&request)
        return OpenBody(try await client.exchange(request, retry: retry), to: request, client)
    }
}

/// The body of an answer while it is read. The connection closes when the last copy is gone.
struct OpenBody: Sendable {
    let request: HTTPRequest
    let response: HTTPResponse
    private let client: APIClient
    private let stream: HTTPBodyStream

    init(_ response: HTTPResponse, to request: HTTPRequest, _ client: APIClient) {
        self.request = request
        self.client = client
        stream = response.body.stream
        var head = response
        head.body = .complete(Data())
        self.response = head
    }

    /// The next chunk; `nil` at the end.
    func next() async throws -> Data? {
        var chunks = stream.makeAsyncIterator()
        do {
            return try await chunks.next()
        } catch {
            throw Task.isCancelled ? CancellationError() : failure(error)
        }
    }

    /// Ends the transfer.
    func close() {
        stream.cancel()
    }

    /// The error, with what is known of the call.
    func failure(_ error: any Error) -> any Error {
        guard var known = client.attributed(error, to: request) as? APIError else { return error }
        known.response = known.response ?? response
        if known.attempts.isEmpty { known.attempts = response.attempts }
        return known
    }

    /// The error of an answer that is no stream of the kind that was asked for.
    func refusal(_ reason: String) -> APIError {
        close()
        return APIError(
            .decoding, reason, request: request, response: response, attempts: response.attempts)
    }
}

extension HTTPResponse.Body {
    /// The body as chunks, also where it is complete already.
    fileprivate var stream: HTTPBodyStream {
        switch self {
        case .stream(let stream): return stream
        case .complete(let data):
            let rest = Lock<Data?>(data.isEmpty ? nil : data)
            return HTTPBodyStream(next: { rest.withLock { $0.take() } })
        }
    }
}
