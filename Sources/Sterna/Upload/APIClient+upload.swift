extension APIClient {
    /// Sends a large body and returns the decoded answer.
    ///
    /// It differs from ``send(_:)`` in two ways: it has no total limit in time unless the endpoint sets one, and it
    /// tells of its progress.
    ///
    /// ```swift
    /// let photo = try await api.upload(.addPhoto, from: .multipart([.file("photo", path)])) { progress in
    ///     print(progress.fraction ?? 0)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - endpoint: the route.
    ///   - body: what to send: bytes, a file, a stream, a form. Default: the endpoint's own body.
    ///   - progress: called with the bytes that the transport has taken, in order and one call at a time, on no
    ///     particular thread; the upload waits for it, so be short. It begins at 0, never goes back and ends at the
    ///     total, unless the server answers before it has read all; when the body is sent again, after a redirect, a
    ///     renewed credential or a retry, it begins at 0 again. After the call has ended there are no more.
    /// - Throws: ``APIError``, with the server's answer when it refuses, also one that comes before the body was sent;
    ///   `CancellationError`.
    @concurrent
    public func upload<Response>(
        _ endpoint: Endpoint<Response>, from body: Endpoint<Response>.Body? = nil,
        progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws -> Response {
        try await response(uploading: endpoint, from: body, progress: progress).value
    }

    /// Sends a large body, as ``upload(_:from:progress:)`` does, and returns the decoded answer with its status, fields
    /// and metrics.
    @concurrent
    public func response<Response>(
        uploading endpoint: Endpoint<Response>, from body: Endpoint<Response>.Body? = nil,
        progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws -> APIResponse<Response> {
        var endpoint = endpoint
        endpoint.body = body ?? endpoint.body
        var request = try makeRequest(endpoint, delivery: .complete(limit: configuration.bodyLimit))
        request.timeouts.total = endpoint.timeouts?.total
        let retry = endpoint.retry
        let response = try await upload(request, progress) { try await self.exchange($0, retry: retry) }
        return APIResponse(value: try decode(response, of: request, as: endpoint), response)
    }

    /// Sends a request that was made by hand, with its own limits in time, and tells of its progress as
    /// ``upload(_:from:progress:)`` does.
    @concurrent
    public func upload(
        _ request: HTTPRequest, progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws -> HTTPResponse {
        try await upload(request, progress) { try await self.exchange($0) }
    }

    private func upload(
        _ original: HTTPRequest, _ progress: (@Sendable (TransferProgress) -> Void)?,
        _ exchange: (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        guard let body = original.body else {
            let advice = "give the endpoint a body, or give one to upload(_:from:)"
            throw APIError(.invalidRequest, "there is nothing to upload: \(advice)", request: original)
        }
        guard let progress else { return try await exchange(original) }
        let meter = UploadMeter(progress)
        var request = original
        do throws(FileFailure) {
            request.body = try body.metered(by: meter)
        } catch {
            throw APIError(.fileSystem, error.description, request: original, underlying: error)
        }
        // An empty body is not read.
        if request.body?.length == 0 { _ = await meter.begin(0) }
        let result: Result<HTTPResponse, any Error>
        do { result = .success(try await exchange(request)) } catch { result = .failure(error) }
        await meter.close()
        return try result.get()
    }
}
