/// What carries a request to a server and brings the answer back: libcurl, URLSession, or a closure in a test.
///
/// A transport sends the request as it stands. It follows no redirect, keeps no cookie and retries nothing: those
/// belong to the middlewares above it, so that they are the same on every platform.
public protocol Transport: Sendable {
    /// Sends one request and returns its answer.
    ///
    /// With ``ResponseDelivery/complete(limit:)`` it returns when the body is complete; an answer outside of 2xx may be
    /// returned at its head, with the rest as a stream. With ``ResponseDelivery/streamed`` it returns at the head.
    ///
    /// - Throws: `CancellationError` when the task is cancelled, after which nothing of the request goes on; otherwise
    ///   an ``APIError`` whose kind says what failed.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse
}
