/// A way to sign requests in: what ``Authentication`` is made of, and what an app writes for a scheme of its own.
///
/// Neither of its two questions holds a call up beyond its total limit in time, or when it is cancelled.
public protocol AuthenticationScheme: Sendable {
    /// Whether a request brings a credential of its own, which the scheme leaves alone.
    func isSignedIn(_ request: HTTPRequest) -> Bool

    /// Puts the credential on a request.
    ///
    /// - Returns: the request as it is to be sent. Names of fields and items that hold a secret of the scheme belong
    ///   into its ``HTTPRequest/redaction``.
    /// - Throws: ``APIError`` of the kind `unauthorized` when there is no credential; then nothing is sent.
    func authorizing(_ request: HTTPRequest) async throws -> HTTPRequest

    /// Called after a 401: gets a new credential and puts it on the request.
    ///
    /// - Parameters:
    ///   - refused: the request as it was sent.
    ///   - request: the request without a credential.
    ///   - response: the server's answer.
    /// - Returns: the request to send once more; `nil` when there is nothing to be done.
    func renewing(
        _ refused: HTTPRequest, as request: HTTPRequest, after response: HTTPResponse
    ) async throws -> HTTPRequest?
}

extension AuthenticationScheme {
    /// Whether the request has an `Authorization`: the default.
    public func isSignedIn(_ request: HTTPRequest) -> Bool { request.fields.contains(.authorization) }

    /// Nothing can be done about a 401: the default.
    public func renewing(
        _ refused: HTTPRequest, as request: HTTPRequest, after response: HTTPResponse
    ) async throws -> HTTPRequest? { nil }
}
