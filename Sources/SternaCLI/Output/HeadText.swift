import Sterna

/// The heads of a request and of an answer as lines, with secrets masked and control characters shown as escapes.
struct HeadText {
    let paint: Paint
    let redaction: Redaction

    /// The head of a request. The transport adds what framing needs.
    func request(_ request: HTTPRequest) -> String {
        let target = redaction.redacting(request.url)
        var lines = [paint(.bold, "\(request.method) \(target.escapedForDisplay)")]
        if let type = request.body?.contentType, !request.fields.contains(.contentType) {
            lines.append(line(HTTPField.shown("Content-Type", String(describing: type))))
        }
        if let length = request.body?.length { lines.append(line(HTTPField.shown("Content-Length", String(length)))) }
        lines += request.fields.map { line((redaction.redacting($0).name.text, redaction.redacting($0).value)) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The head of an answer: status line, fields, an empty line.
    func response(_ response: HTTPResponse) -> String {
        let version = response.metrics.httpVersion.isEmpty ? "" : "/" + response.metrics.httpVersion
        var lines = [paint(colour(of: response.status), "HTTP\(version) \(response.status.label)")]
        lines += response.fields.map { line((redaction.redacting($0).name.text, redaction.redacting($0).value)) }
        return lines.joined(separator: "\n") + "\n\n"
    }

    private func line(_ field: (name: String, value: String)) -> String {
        paint(.cyan, field.name) + ": " + field.value.escapedForDisplay
    }

    private func colour(of status: HTTPStatus) -> Paint.Colour {
        status.isSuccess ? .green : status.isRedirection ? .yellow : .red
    }
}

extension HTTPField {
    fileprivate static func shown(_ name: String, _ value: String) -> (name: String, value: String) { (name, value) }
}

extension HTTPStatus {
    /// The number and its phrase, such as `404 Not Found`.
    var label: String {
        Self.phrases[code].map { "\(code) \($0)" } ?? String(code)
    }

    private static let phrases: [Int: String] = [
        200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information", 204: "No Content",
        205: "Reset Content", 206: "Partial Content", 300: "Multiple Choices", 301: "Moved Permanently", 302: "Found",
        303: "See Other", 304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect",
        400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 406: "Not Acceptable", 407: "Proxy Authentication Required",
        408: "Request Timeout", 409: "Conflict", 410: "Gone", 411: "Length Required", 412: "Precondition Failed",
        413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable",
        417: "Expectation Failed", 418: "I'm a Teapot", 421: "Misdirected Request", 422: "Unprocessable Content",
        423: "Locked", 424: "Failed Dependency", 425: "Too Early", 426: "Upgrade Required",
        428: "Precondition Required", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
        451: "Unavailable For Legal Reasons", 500: "Internal Server Error", 501: "Not Implemented",
        502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout", 505: "HTTP Version Not Supported",
        507: "Insufficient Storage", 508: "Loop Detected", 511: "Network Authentication Required",
    ]
}
