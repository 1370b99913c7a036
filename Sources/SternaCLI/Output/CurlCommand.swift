import Sterna

/// The curl command that sends the same request, for a POSIX shell, with secrets masked.
struct CurlCommand {
    /// The body as curl is told of it.
    enum Body {
        case none
        /// The text itself, masked already.
        case text(String)
        /// A file; `-` is standard input.
        case file(String)
        /// The parts of a form, each as the option that adds it.
        case parts([[String]])
    }

    let request: HTTPRequest
    let body: Body
    /// Options of curl for everything that is no part of the request itself.
    let options: [[String]]

    /// The command, one option a line.
    var text: String {
        let words =
            [["curl"] + method + globbing + [request.redaction.redacting(request.url)]] + fields + content + options
        return words.map { $0.map(ShellQuote.quoted).joined(separator: " ") }.joined(separator: " \\\n  ") + "\n"
    }

    private var method: [String] {
        switch (request.method, body) {
        case (.get, .none), (.post, .text), (.post, .file), (.post, .parts): []
        case (.head, .none): ["--head"]
        default: ["-X", request.method.rawValue]
        }
    }

    /// Without it curl reads brackets and braces as ranges.
    private var globbing: [String] {
        let url = request.url.text
        let isPlain = !url.contains { "[]{}".contains($0) }
        let hasDots = request.url.path.split(separator: "/").contains { $0 == "." || $0 == ".." }
        return (isPlain ? [] : ["--globoff"]) + (hasDots ? ["--path-as-is"] : [])
    }

    private var fields: [[String]] {
        var fields = request.fields.map { field in
            let masked = request.redaction.redacting(field)
            return ["-H", masked.value.isEmpty ? masked.name.text + ";" : "\(masked.name.text): \(masked.value)"]
        }
        guard let content = request.body, !request.fields.contains(.contentType) else { return fields }
        // curl draws the boundary.
        if case .parts = body { return fields }
        fields.append(["-H", content.contentType.map { "Content-Type: \($0)" } ?? "Content-Type:"])
        return fields
    }

    private var content: [[String]] {
        switch body {
        case .none: []
        case .text(let text): [["--data-raw", text]]
        case .file(let path): [["--data-binary", "@" + path]]
        case .parts(let parts): parts
        }
    }
}
