#if os(Linux)
extension HTTPResponse {
    /// The answer with its body decoded, and without the fields that tell of the coded one.
    ///
    /// What is wrong with the body of an error is told to whoever reads it: its status tells more.
    func decoded(for request: HTTPRequest) throws(APIError) -> HTTPResponse {
        guard let field = fields[.contentEncoding], request.method != .head, !status.isBodyless else { return self }
        var response = self
        do throws(CodingFault) {
            let codings = try ContentCoding.list(field)
            guard !codings.isEmpty else { return self }
            response.isDecoded = true
            response.fields[.contentEncoding] = nil
            response.fields[.contentLength] = nil
            switch body {
            case .stream(let stream):
                response.body = .stream(DecodedStream(stream, try ContentDecoder(codings)).body)
            case .complete(let data):
                let data = try ContentDecoder.decoded(data, codings, limit: request.bodyLimit)
                response.body = .complete(data)
                response.metrics.bodyBytes = Int64(data.count)
            }
        } catch {
            var error = APIError(error, limit: request.bodyLimit)
            error.request = request
            error.mayHaveBeenProcessed = true
            guard !status.isSuccess else { throw error }
            response.body = .stream(HTTPBodyStream(next: { [error] in throw error }))
        }
        return response
    }
}

extension HTTPRequest {
    /// The most bytes of a body that is wanted whole.
    var bodyLimit: Int {
        if case .complete(let limit) = delivery { limit } else { .max }
    }
}
#endif
