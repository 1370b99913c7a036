extension APIClient {
    /// Saves the answer of an endpoint as a file, which appears in its place only when it is complete.
    ///
    /// ```swift
    /// let download = try await api.download(.archive, to: .file("/tmp/archive.tar")) { progress in
    ///     print(progress.fraction ?? 0)
    /// }
    /// ```
    ///
    /// Until then the bytes lie beside it, in a file that ends in `.part`. When the connection is lost, the download
    /// goes on from there by itself, as often as the retry policy has attempts; an attempt that brought something new
    /// does not count against them. When the call fails or is cancelled, a later one goes on from there. Both hold
    /// only where the server says by a strong validator that its file is still the same (RFC 9110 §13.1.5); elsewhere
    /// the download starts again, and what is left of a failed one is removed.
    ///
    /// A download has no total limit in time unless the endpoint sets one. It asks for bytes as they are
    /// (`Accept-Encoding: identity`), since bytes that are coded on the way cannot be continued. Two downloads of the
    /// same file do not disturb each other: the second fails.
    ///
    /// - Parameters:
    ///   - endpoint: what to ask for. What it decodes does not matter.
    ///   - target: where to save it.
    ///   - options: whether to replace a file, to continue, to check. Default: not, yes, not.
    ///   - progress: told how far it is, at most ten times a second, and once when it is complete. The number of bytes
    ///     goes back when the download has to start again.
    /// - Returns: where the file is, and how it came.
    /// - Throws: `CancellationError`; ``APIError``, of kind `fileSystem` where the file cannot be written, and of kind
    ///   `malformedResponse` over a ``DigestMismatch`` where its SHA-256 is another.
    @concurrent
    public func download<Response>(
        _ endpoint: Endpoint<Response>, to target: DownloadTarget, options: DownloadOptions = DownloadOptions(),
        progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws -> Download {
        let request = try makeRequest(endpoint, delivery: .streamed)
        return try await download(request, to: target, options, endpoint.retry, progress)
    }

    /// Saves the answer to a request that was made by hand, to any URL, as a file.
    ///
    /// As for an endpoint, with the limits in time of the request.
    @concurrent
    public func download(
        _ request: HTTPRequest, to target: DownloadTarget, options: DownloadOptions = DownloadOptions(),
        progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws -> Download {
        try await download(request, to: target, options, nil, progress)
    }

    private func download(
        _ request: HTTPRequest, to target: DownloadTarget, _ options: DownloadOptions, _ retry: RetryPolicy?,
        _ progress: (@Sendable (TransferProgress) -> Void)?
    ) async throws -> Download {
        do {
            var run = try DownloadRun(self, request, target, options, retry, progress)
            return try await run.run()
        } catch let failure as FileFailure {
            throw APIError(.fileSystem, failure.description, request: request, underlying: failure)
        } catch {
            throw attributed(error, to: request)
        }
    }
}
