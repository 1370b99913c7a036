import Sterna

/// What an answer's status means for the exit code.
enum Verdict {
    /// The error that a status is; `nil` of a success. 304 is one when the request asked for it.
    static func error(_ response: HTTPResponse, to request: HTTPRequest) -> APIError? {
        let status = response.status
        if status.isSuccess || (status == .notModified && isConditional(request)) { return nil }
        return APIError(
            APIError.Kind(status: status), "the server answered \(status.label)", request: request, response: response)
    }

    /// The exit code; that of a redirect which was not followed is one of its own.
    static func exitCode(_ error: APIError) -> Int32 {
        guard error.kind == .unexpectedStatus, let status = error.response?.status, isRedirect(status) else {
            return error.kind.exitCode
        }
        return 3
    }

    private static func isRedirect(_ status: HTTPStatus) -> Bool {
        status.isRedirection && status != .notModified
    }

    private static func isConditional(_ request: HTTPRequest) -> Bool {
        let names = ["If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range"]
        return names.compactMap { HTTPField.Name($0) }.contains { request.fields.contains($0) }
    }
}
