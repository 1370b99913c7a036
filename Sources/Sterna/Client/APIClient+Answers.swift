extension APIClient {
    /// The answer when its status is accepted, with a complete body where one was asked for; otherwise the error.
    func accepted(_ response: HTTPResponse, for request: HTTPRequest) async throws -> HTTPResponse {
        guard request.accepts.accept(response.status) else { throw await refusal(response, of: request) }
        guard case .complete(let limit) = request.delivery, case .stream(let stream) = response.body else {
            return response
        }
        var response = response
        response.body = .complete(try await complete(stream, limit: limit))
        return response
    }

    /// Reads the stream to its end.
    private func complete(_ stream: HTTPBodyStream, limit: Int) async throws -> Data {
        var data = Data()
        for try await chunk in stream {
            guard data.count + chunk.count <= limit else {
                throw APIError(.tooLarge, "the body is larger than the \(limit) bytes that are allowed")
            }
            data.append(chunk)
        }
        return data
    }

    /// The error for a status that the endpoint does not take. Of its body as much is read as comes in 2 s, up to
    /// 64 KiB; whatever happens meanwhile, the status is what the caller gets.
    private func refusal(_ response: HTTPResponse, of request: HTTPRequest) async -> any Error {
        var response = response
        response.body = .complete(await excerpt(of: response.body))
        guard !Task.isCancelled else { return CancellationError() }
        return APIError(
            APIError.Kind(status: response.status), Self.detail(of: response), request: request, response: response,
            attempts: response.attempts)
    }

    private func excerpt(of body: HTTPResponse.Body) async -> Data {
        switch body {
        case .complete(let data):
            return data.prefix(.errorBodyLimit)
        case .stream(let stream):
            let clock = configuration.clock
            let end = clock.now + .seconds(2)
            let timer = Task {
                try await clock.sleep(until: end, tolerance: nil)
                stream.cancel()
            }
            defer {
                timer.cancel()
                stream.cancel()
            }
            return await Self.beginning(of: stream)
        }
    }

    private static func beginning(of stream: HTTPBodyStream) async -> Data {
        var data = Data()
        do {
            for try await chunk in stream {
                data.append(chunk.prefix(.errorBodyLimit - data.count))
                if data.count >= .errorBodyLimit { break }
            }
        } catch {
            // The status tells more than what became of the rest of its body.
        }
        return data
    }

    private static func detail(of response: HTTPResponse) -> String {
        let type = response.fields[.contentType].map { ", \($0.escapedForDisplay)" } ?? ""
        let wait = response.fields[.retryAfter].map { ", Retry-After \($0.escapedForDisplay)" } ?? ""
        return "the server answered \(response.status)\(type)\(wait)\(lostCredential(response))"
    }

    /// What a 401 behind redirects to another origin comes of.
    private static func lostCredential(_ response: HTTPResponse) -> String {
        guard response.status == .unauthorized, let last = response.redirects.last,
            response.redirects.contains(where: \.leavesOrigin)
        else { return "" }
        return " at \(last.url.origin), where redirects led: credentials stay behind at another origin"
    }

    func decode<Response>(
        _ response: HTTPResponse, of request: HTTPRequest, as endpoint: Endpoint<Response>
    ) throws(APIError) -> Response {
        let type = response.fields[.contentType].flatMap(MediaType.init)
        var decoder = decoder
        decoder.redaction = request.redaction
        do {
            return try endpoint.decode(decoder, response.bytes ?? Data(), type)
        } catch {
            let kind: APIError.Kind = error is EmptyBody ? .emptyBody : .decoding
            var failure = APIError(kind, "", request: request, response: response, attempts: response.attempts)
            failure.underlying = (error as? DecodingFailure)?.masked(with: failure.masking) ?? error
            failure.detail = String(describing: failure.underlying ?? error)
            throw complete(failure)
        }
    }

    /// The error as callers see it: a cancellation, or an ``APIError`` that knows its request.
    func attributed(_ error: any Error, to request: HTTPRequest) -> any Error {
        if error is CancellationError { return error }
        var known =
            error as? APIError
            ?? APIError(.connectionLost, "the transport failed: \(error)", underlying: error)
        known.request = known.request ?? request
        return complete(known)
    }

    /// The error with what it needs to speak for itself, and nothing secret in its words.
    private func complete(_ error: APIError) -> APIError {
        var error = error
        error.options = configuration.errors
        error.reader = decoder
        return error.masked
    }
}

extension APIError.Kind {
    /// What a status that is not accepted means.
    package init(status: HTTPStatus) {
        self =
            switch status.code {
            case 401: .unauthorized
            case 429: .rateLimited
            case 400...499: .rejected
            case 500...: .server
            default: .unexpectedStatus
            }
    }
}
