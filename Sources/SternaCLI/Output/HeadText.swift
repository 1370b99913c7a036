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
            lines.append(line("Content-Type", String(describing: type)))
        }
        if let length = request.body?.length { lines.append(line("Content-Length", String(length))) }
        lines += request.fields.map { line(redaction.redacting($0)) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The head of an answer: status line, fields, an empty line.
    func response(_ response: HTTPResponse) -> String {
        let version = response.metrics.httpVersion.isEmpty ? "" : "/" + response.metrics.httpVersion
        var lines = [paint(colour(of: response.status), "HTTP\(version) \(response.status.label)")]
        lines += response.fields.map { line(redaction.redacting($0)) }
        return lines.joined(separator: "\n") + "\n\n"
    }

    private func line(_ field: HTTPField) -> String { line(field.name.text, field.value) }

    private func line(_ name: String, _ value: String) -> String {
        paint(.cyan, name) + ": " + value.escapedForDisplay
    }

    private func colour(of status: HTTPStatus) -> Paint.Colour {
        status.isSuccess ? .green : status.isRedirection ? .yellow : .red
    }
}

extension HTTPStatus {
    /// The number and its phrase, such as `404 Not Found`.
    var label: String {
        phrase.map { "\(code) \($0)" } ?? String(code)
    }
}
