/// Writes what is sent and what is answered in each attempt: the innermost step.
struct AttemptLogStep: Middleware {
    let log: CallLog

    func intercept(_ request: HTTPRequest, next: Next) async throws -> HTTPResponse {
        log.write(
            text("→ \(request)", request.fields, body(request), request.redaction))
        do {
            let response = try await next(request)
            let head = "← \(response.status) of \(request)"
            log.write(text(head, response.fields, body(response, request.redaction), request.redaction))
            return response
        } catch let error as APIError {
            log.write("← \(error.kind.name): \(request.redaction.redacting(text: error.detail)) of \(request)")
            throw error
        }
    }

    private func text(_ head: String, _ fields: HTTPFields, _ body: String?, _ redaction: Redaction) -> String {
        let lines = [head] + fields.map { "  " + redaction.redacting($0).description.escapedForDisplay }
        return (lines + (body.map { ["", $0] } ?? [])).joined(separator: "\n")
    }

    private func body(_ request: HTTPRequest) -> String? {
        guard log.level == .bodies, let body = request.body else { return nil }
        guard case .bytes(let data) = body.source else { return "(a body that is read while it is sent)" }
        let type = request.fields[.contentType].flatMap(MediaType.init) ?? body.contentType
        return LoggedBody.text(data, type, request.redaction, limit: log.bodyLimit)
    }

    private func body(_ response: HTTPResponse, _ redaction: Redaction) -> String? {
        guard log.level == .bodies else { return nil }
        guard let data = response.bytes else { return "(a stream)" }
        let type = response.fields[.contentType].flatMap(MediaType.init)
        return LoggedBody.text(data, type, redaction, limit: log.bodyLimit)
    }
}
