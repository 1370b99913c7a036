/// The head of an answer, with the framing that its request and its content ask for (RFC 9112 §6).
struct AnswerHead {
    let bytes: Data
    let hasBody: Bool
    let isChunked: Bool
    let closes: Bool

    init(_ answer: Answer, to request: ReceivedRequest) {
        let isBodyless = answer.status < 200 || answer.status == 204 || answer.status == 304
        let isOld = request.version == "HTTP/1.0"
        let names = Set(answer.fields.map { $0.name.lowercased() })
        let isFramed = names.contains("content-length") || names.contains("transfer-encoding")
        var fields = answer.fields
        var lacksLength = false
        var addsChunking = false
        switch answer.content {
        case .bytes(let body):
            if !isFramed, !isBodyless { fields.append(.init("Content-Length", "\(body.count)")) }
        case .chunks(let length?, _, _):
            if !isFramed { fields.append(.init("Content-Length", "\(length)")) }
        case .chunks(nil, _, _):
            lacksLength = isOld && !isFramed
            addsChunking = !isOld && !isFramed
            if addsChunking { fields.append(.init("Transfer-Encoding", "chunked")) }
        case .script:
            break
        }
        let wish = request["Connection"]?.lowercased().contains("close") == true
        closes = answer.closes || wish || isOld || lacksLength
        if closes, !names.contains("connection") { fields.append(.init("Connection", "close")) }
        hasBody = request.method != "HEAD" && !isBodyless
        isChunked = addsChunking
        let lines = fields.map { "\($0.name): \($0.value)\r\n" }.joined()
        let reason = answer.reason ?? Self.reasons[answer.status] ?? ""
        bytes = Data("HTTP/1.1 \(answer.status) \(reason)\r\n\(lines)\r\n".utf8)
    }

    private static let reasons = [
        200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 206: "Partial Content",
        301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
        307: "Temporary Redirect", 308: "Permanent Redirect",
        400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
        408: "Request Timeout", 409: "Conflict", 412: "Precondition Failed", 413: "Content Too Large",
        415: "Unsupported Media Type", 416: "Range Not Satisfiable", 417: "Expectation Failed",
        422: "Unprocessable Content", 425: "Too Early", 429: "Too Many Requests",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
        504: "Gateway Timeout",
    ]
}
