/// The curl command that sends the same request, for a POSIX shell.
package struct CurlCommand {
    private let request: HTTPRequest
    /// What is masked; `nil` shows everything.
    private let masking: Redaction?
    /// The options that make curl draw up the body, a form of several parts, by itself.
    private let form: [[String]]?
    /// Options of curl for everything that is no part of the request itself.
    private let options: [[String]]

    /// - Parameters:
    ///   - showsSecrets: whether secrets stand in it, so that it can be run.
    ///   - form: the options that make curl draw up the body by itself, masked already.
    ///   - options: options of curl for everything that is no part of the request itself.
    package init(
        _ request: HTTPRequest, showsSecrets: Bool = false, form: [[String]]? = nil, options: [[String]] = []
    ) {
        self.request = request
        self.form = form
        self.options = options
        masking = showsSecrets ? nil : request.masking
    }

    /// The command, one option a line.
    package var text: String {
        let content = content
        let url = masking?.redacting(request.url) ?? request.url.withoutFragment
        let words = [["curl"] + method + globbing + [url]] + fields + content.words + options
        let command = words.map { $0.map(ShellQuote.quoted).joined(separator: " ") }.joined(separator: " \\\n  ") + "\n"
        return content.input.map { "\($0) |\n\(command)" } ?? command
    }

    /// The longest text that is a word of the command; Linux takes no longer one than 128 KiB.
    private static let longestWord = 32 << 10

    private var method: [String] {
        switch (request.method, request.body == nil) {
        case (.get, true), (.post, false): []
        case (.head, true): ["--head"]
        default: ["-X", request.method.rawValue]
        }
    }

    /// Without it curl reads brackets and braces as ranges.
    private var globbing: [String] {
        let isPlain = !request.url.text.contains { "[]{}".contains($0) }
        let hasDots = request.url.path.split(separator: "/").contains { $0 == "." || $0 == ".." }
        return (isPlain ? [] : ["--globoff"]) + (hasDots ? ["--path-as-is"] : [])
    }

    private var fields: [[String]] {
        var fields = request.fields.map { field in
            let shown = masking?.redacting(field) ?? field
            return ["-H", shown.value.isEmpty ? shown.name.text + ";" : shown.line]
        }
        // Of a form curl draws the boundary.
        guard let body = request.body, form == nil, !request.fields.contains(.contentType) else { return fields }
        fields.append(["-H", body.contentType.map { "Content-Type: \($0)" } ?? "Content-Type:"])
        return fields
    }

    /// The options of the body, and the command that writes it to curl's input where that is needed.
    private var content: (words: [[String]], input: String?) {
        if let form { return (form, nil) }
        let piped = [["--data-binary", "@-"]]
        switch request.body?.source {
        case nil: return ([], nil)
        case .file(let path, nil): return ([["--data-binary", "@" + (path == "-" ? "./-" : path)]], nil)
        case .file(let path, let range?):
            let words = ["tail", "-c", "+\(range.lowerBound + 1)", "--", path].map(ShellQuote.quoted)
            return (piped, words.joined(separator: " ") + " | head -c \(range.upperBound - range.lowerBound)")
        case .chunks: return (piped, nil)
        case .bytes(let data): return content(data, piped)
        }
    }

    private func content(_ data: Data, _ piped: [[String]]) -> (words: [[String]], input: String?) {
        let type = request.fields[.contentType].flatMap(MediaType.init) ?? request.body?.contentType
        guard let text = String(validating: data, as: UTF8.self), !text.utf8.contains(0) else {
            return (piped, ShellQuote.printing(masking?.maskingValues(Array(data)) ?? Array(data)))
        }
        let shown =
            masking.map { masking in
                MaskedText.text(of: data, type, masking) ?? masking.redacting(text: text)
            } ?? text
        guard shown.utf8.count > Self.longestWord else { return ([["--data-raw", shown]], nil) }
        return (piped, "printf %s " + ShellQuote.quoted(shown))
    }
}

extension URI {
    fileprivate var withoutFragment: String {
        var url = self
        url.fragment = nil
        return url.text
    }
}
