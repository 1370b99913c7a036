/// Writes what is sent and what is answered in each attempt: the innermost step.
struct AttemptLogStep: Middleware {
    let log: CallLog

    func intercept(_ request: HTTPRequest, next: Next) async throws -> HTTPResponse {
        let masking = request.masking
        log.write(text("→ \(request)", request.fields, body(request, masking), masking))
        do {
            let response = try await next(request)
            let head = "← \(response.status) of \(request)"
            let list = masking.adding(values: Array(response.masking.values))
            log.write(text(head, response.fields, body(response, list), list))
            return response
        } catch let error as APIError {
            let words = masking.redacting(text: error.detail)
            log.write("← \(error.kind.name): \(words) of \(request)".escapedForDisplay)
            throw error
        }
    }

    private func text(_ head: String, _ fields: HTTPFields, _ body: String?, _ redaction: Redaction) -> String {
        let lines = [head.escapedForDisplay] + fields.map { "  " + redaction.redacting($0).line.escapedForDisplay }
        return (lines + (body.map { ["", $0] } ?? [])).joined(separator: "\n")
    }

    private func body(_ request: HTTPRequest, _ masking: Redaction) -> String? {
        guard log.level == .bodies, let body = request.body else { return nil }
        guard case .bytes(let data) = body.source else { return "(a body that is read while it is sent)" }
        let type = request.fields[.contentType].flatMap(MediaType.init) ?? body.contentType
        return LoggedBody.text(data, type, masking, limit: log.bodyLimit)
    }

    private func body(_ response: HTTPResponse, _ redaction: Redaction) -> String? {
        guard log.level == .bodies else { return nil }
        guard let data = response.bytes else { return "(a stream)" }
        let type = response.fields[.contentType].flatMap(MediaType.init)
        return LoggedBody.text(data, type, redaction, limit: log.bodyLimit)
    }
}
