import Sterna

/// Makes the body of a request: of fields, of `--raw`, of a file or of standard input.
struct ContentAssembly {
    /// A body, and the options that make curl draw up the same form.
    struct Content {
        var body: HTTPBody?
        var form: [[String]]?
        /// What is secret in a form, which is written while it is sent.
        var secrets: [Secret] = []
    }

    let call: RequestCall
    /// Whether the bytes are needed; the curl command names files and reads no input.
    let readsInput: Bool

    /// The body.
    ///
    /// - Throws: `UsageError` when a field is no JSON or no text, `FileFailure` when a file cannot be read.
    func content() async throws -> Content {
        if let raw = call.options.raw { return Content(body: text(raw)) }
        for item in call.items {
            if case .bodyFile(let path) = item { return Content(body: try await file(path)) }
            if case .bodyInput = item { return Content(body: try await input()) }
        }
        if call.options.encoding == .multipart { return try await multipart() }
        let fields = call.items.compactMap { item in
            if case .field(let name, let value) = item { (name, value) } else { nil }
        }
        guard !fields.isEmpty else { return Content() }
        return Content(body: call.options.encoding == .form ? try await form(fields) : try await json(fields))
    }

    /// A whole body is labelled by `--json` or `--form` when one was said, else as JSON when it is JSON.
    private func text(_ raw: String) -> HTTPBody {
        let data = Data(raw.utf8)
        return .data(data, contentType: chosenType ?? (JSONCheck.isJSON(data) ? .json : .plainText))
    }

    /// A file is sent as it is read, and labelled by its name.
    private func file(_ path: String) async throws -> HTTPBody {
        let type = chosenType ?? FileTypes.type(of: path)
        let isNamed = try !readsInput || InputFile.size(path) != nil
        return isNamed ? .file(path, contentType: type) : try await streamed(try InputFile.open(path), path, type)
    }

    private func input() async throws -> HTTPBody {
        if readsInput { return try await streamed(0, "standard input", chosenType) }
        let reader = DescriptorReader(0, "standard input")
        return .chunks(isReplayable: false, contentType: chosenType) { DescriptorChunks(head: Data(), reader: reader) }
    }

    /// What ends within 64 KiB is sent with its length, and can be sent twice; the rest is sent as it comes.
    func streamed(_ descriptor: Int32, _ name: String, _ type: MediaType?) async throws -> HTTPBody {
        let reader = DescriptorReader(descriptor, name)
        var head = Data()
        while head.count < DescriptorReader.chunk {
            guard let chunk = try await reader.next() else {
                return .data(head, contentType: type ?? (JSONCheck.isJSON(head) ? .json : nil))
            }
            head.append(chunk)
        }
        let chunks = DescriptorChunks(head: head, reader: reader)
        return .chunks(isReplayable: false, contentType: type) { chunks }
    }

    private var chosenType: MediaType? {
        switch call.options.encoding {
        case .json: .json
        case .form: .form
        case .multipart, nil: nil
        }
    }
}

// MARK: - Fields

extension ContentAssembly {
    /// Fields become members in their order; JSON is taken over as it is written, so that no digit is lost.
    private func json(_ fields: [(String, RequestItem.FieldValue)]) async throws -> HTTPBody {
        var members: [String] = []
        for (name, value) in fields {
            members.append(JSONQuote.quoted(name) + ":" + (try await jsonText(name, value)))
        }
        return .data(Data(("{" + members.joined(separator: ",") + "}").utf8), contentType: .json)
    }

    private func form(_ fields: [(String, RequestItem.FieldValue)]) async throws -> HTTPBody {
        var pairs: [(String, String)] = []
        for (name, value) in fields { pairs.append((name, try await formText(name, value))) }
        return BodyEncoder().form(pairs)
    }

    private func jsonText(_ name: String, _ value: RequestItem.FieldValue) async throws -> String {
        switch value {
        case .text(let text): JSONQuote.quoted(text)
        case .textFile(let path): JSONQuote.quoted(try await contents(name, path))
        case .json(let text): try checked(name, text)
        case .jsonFile(let path): try checked(name, try await contents(name, path))
        }
    }

    func formText(_ name: String, _ value: RequestItem.FieldValue) async throws -> String {
        switch value {
        case .text(let text): text
        case .textFile(let path): try await contents(name, path)
        case .json(let text): try checked(name, text)
        case .jsonFile(let path): try checked(name, try await contents(name, path))
        }
    }

    private func checked(_ name: String, _ text: String) throws(UsageError) -> String {
        guard JSONCheck.isJSON(Data(text.utf8)) else {
            throw UsageError(
                "the value of “\(name)” is not JSON", word: name + ":=…",
                advice: "write \(name)=… for a text; JSON is a number, true, false, null, \"text\", [ ] or { }")
        }
        return text
    }

    private func contents(_ name: String, _ path: String) async throws -> String {
        guard let text = String(validating: try await InputFile.contents(path), as: UTF8.self) else {
            throw UsageError(
                "the file of “\(name)” is not text in UTF-8", word: "\(name)=@\(path)",
                advice: "write @\(path) alone to send it as the whole body")
        }
        return text
    }
}
