public import Sterna

extension HTTPResponse {
    /// An answer of JSON text, `application/json`.
    ///
    /// - Parameters:
    ///   - text: the body as it is sent; it need not be valid.
    ///   - status: default 200.
    ///   - fields: further fields; a `Content-Type` among them wins.
    ///   - request: what is answered; gives the answer its URL.
    public static func json(
        _ text: String, status: HTTPStatus = .ok, fields: HTTPFields = [:], to request: HTTPRequest
    ) -> HTTPResponse {
        data(Data(text.utf8), type: "application/json", status: status, fields: fields, to: request)
    }

    /// An answer of plain text, `text/plain; charset=utf-8`.
    public static func text(
        _ text: String, status: HTTPStatus = .ok, fields: HTTPFields = [:], to request: HTTPRequest
    ) -> HTTPResponse {
        data(Data(text.utf8), type: "text/plain; charset=utf-8", status: status, fields: fields, to: request)
    }

    /// An answer of bytes, `application/octet-stream` unless `type` says otherwise.
    public static func data(
        _ data: Data, type: String = "application/octet-stream", status: HTTPStatus = .ok, fields: HTTPFields = [:],
        to request: HTTPRequest
    ) -> HTTPResponse {
        var all: HTTPFields = ["Content-Type": type, "Content-Length": "\(data.count)"]
        all = all.merging(fields)
        return HTTPResponse(status: status, fields: all, body: .complete(data), url: request.url)
    }

    /// An answer without a body.
    public static func empty(
        status: HTTPStatus = .noContent, fields: HTTPFields = [:], to request: HTTPRequest
    ) -> HTTPResponse {
        HTTPResponse(status: status, fields: fields, url: request.url)
    }

    /// An answer whose body comes as a stream of these chunks.
    ///
    /// - Parameters:
    ///   - chunks: the pieces, in their order.
    ///   - status: default 200.
    ///   - fields: the fields of the answer.
    ///   - error: thrown after the last chunk; `nil` ends the stream well.
    ///   - request: what is answered.
    public static func stream(
        _ chunks: [Data], status: HTTPStatus = .ok, fields: HTTPFields = [:], failing error: (any Error)? = nil,
        to request: HTTPRequest
    ) -> HTTPResponse {
        let rest = Lock(chunks[...])
        let stream = HTTPBodyStream(next: {
            try Task.checkCancellation()
            if let chunk = rest.withLock({ $0.popFirst() }) { return chunk }
            if let error { throw error }
            return nil
        })
        return HTTPResponse(status: status, fields: fields, body: .stream(stream), url: request.url)
    }
}
