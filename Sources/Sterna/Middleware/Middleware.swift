/// A step between the client and the transport: it may change the request, look at the answer, call on again, or
/// answer by itself.
///
/// ```swift
/// struct Stamp: Middleware {
///     func intercept(_ request: HTTPRequest, next: Next) async throws -> HTTPResponse {
///         var request = request
///         request.fields["X-Stamp"] = "1"
///         return try await next(request)
///     }
/// }
/// ```
public protocol Middleware: Sendable {
    /// Handles one request; calls `next` to send it on.
    func intercept(_ request: HTTPRequest, next: Next) async throws -> HTTPResponse
}
