import Sterna

/// Turns the words that are no options into a request.
struct RequestReader {
    private static let synopsis = "expected sterna [METHOD] URL [ITEM…], such as: sterna get :8080/posts"
    private static let verbs: Set<String> = [
        "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE",
    ]

    private let options: RequestOptions

    init(_ options: RequestOptions) {
        self.options = options
    }

    /// The request that `words` and the options state together.
    func call(_ words: [String]) throws(UsageError) -> RequestCall {
        var rest = words[...]
        let method = try self.method(&rest)
        guard let address = rest.popFirst() else { throw missingURL(words) }
        let url = try self.url(address)
        var items: [RequestItem] = []
        for word in rest { items.append(try item(word)) }
        try check(items)
        let sendsBody = options.raw != nil || items.contains(where: \.isContent)
        var options = options
        if items.contains(where: \.isUpload) { options.encodings = [.multipart] }
        return RequestCall(
            method: method ?? (sendsBody ? .post : .get), url: url, items: items, options: options)
    }

    private func method(_ rest: inout ArraySlice<String>) throws(UsageError) -> HTTPMethod? {
        guard let word = rest.first else { return nil }
        let isVerb = Self.verbs.contains(word.uppercased())
        let isOther = rest.count > 1 && word.allSatisfy { $0.isASCII && ($0.isUppercase || $0 == "-") }
        guard isVerb || isOther else { return nil }
        rest = rest.dropFirst()
        guard let method = HTTPMethod(rawValue: isVerb ? word.uppercased() : word) else {
            throw UsageError("this is not a method", word: word, advice: Self.synopsis)
        }
        return method
    }

    private func url(_ word: String) throws(UsageError) -> URI {
        do throws(InvalidURI) {
            return try URI(AddressShorthand.expanded(word))
        } catch {
            let near = Spelling.nearest(to: word, among: Self.verbs.map { $0.lowercased() } + CommandWord.names)
            throw UsageError(
                "this is no URL: \(error.reason)", word: AddressShorthand.shown(word),
                advice: near.map { "did you mean \($0)?" } ?? Self.synopsis)
        }
    }

    private func missingURL(_ words: [String]) -> UsageError {
        UsageError("the URL is missing", word: words.last, advice: Self.synopsis)
    }

    private func item(_ word: String) throws(UsageError) -> RequestItem {
        let item = try ItemScanner.item(word)
        switch item {
        case .header(let name, let value):
            do throws(InvalidField) {
                _ = try HTTPField(name: name, value: value)
            } catch {
                throw UsageError(error.description, word: name + ":…")
            }
        case .removal(let name):
            guard HTTPField.Name(name) != nil else {
                throw UsageError(InvalidField(name: name, reason: .name).description, word: name + ":")
            }
        default: break
        }
        return item
    }
}

// MARK: - What may stand together

extension RequestReader {
    private func check(_ items: [RequestItem]) throws(UsageError) {
        if options.encodings.count > 1 {
            throw UsageError("--json, --form and --multipart exclude each other", advice: "a body has one coding")
        }
        if options.encoding == .json, case .upload(let name, _, _, _) = items.first(where: \.isUpload) {
            throw UsageError(
                "a file cannot be a part of JSON", word: name + "@…",
                advice: "leave out --json for a multipart form, or write \(name):=@file for a file that holds JSON")
        }
        try checkDownload()
        try checkContent(items)
        let isJSON = options.encoding == .json || options.encoding == nil && !items.contains(where: \.isUpload)
        if isJSON { try checkMembers(items) }
        try checkInput(items)
    }

    /// Standard input can be read once.
    private func checkInput(_ items: [RequestItem]) throws(UsageError) {
        let readers = items.filter(\.readsInput)
        guard readers.count < 2 else {
            throw UsageError("standard input is asked for \(readers.count) times", advice: "it can be read once")
        }
    }

    /// A download goes to a file, whole.
    private func checkDownload() throws(UsageError) {
        guard options.downloads else { return }
        if options.output == "-" {
            throw UsageError("--download saves to a file", word: "-", advice: "leave --download out to print the body")
        }
        let others = [("--headers", options.showsHead), ("--body", options.showsBody), ("--stream", options.streams)]
        for (name, isSet) in others where isSet {
            throw UsageError("--download and \(name) exclude each other", advice: "--verbose shows the head as well")
        }
    }

    /// One body has one source.
    private func checkContent(_ items: [RequestItem]) throws(UsageError) {
        let wholes = items.filter(\.isWholeBody).count + (options.raw == nil ? 0 : 1)
        guard wholes < 2 else {
            throw UsageError("there are \(wholes) whole bodies", advice: "give one of --raw, @file and -")
        }
        guard wholes > 0 else { return }
        let advice = "send fields, or one of --raw, @file and -"
        for item in items {
            switch item {
            case .field(let name, _):
                throw UsageError("there is a whole body and a field beside it", word: name + "=…", advice: advice)
            case .upload(let name, _, _, _):
                throw UsageError("there is a whole body and a part beside it", word: name + "@…", advice: advice)
            default: break
            }
        }
        guard options.encoding != .multipart else {
            throw UsageError("--multipart makes a form of fields, and there is a whole body", advice: advice)
        }
    }

    /// A JSON object that names a member twice means different things to different readers (RFC 8259 §4).
    private func checkMembers(_ items: [RequestItem]) throws(UsageError) {
        var seen: Set<String> = []
        for case .field(let name, _) in items where !seen.insert(name).inserted {
            throw UsageError(
                "the field “\(name)” is given twice", word: name + "=…",
                advice: "write a list as \(name):='[1,2]', or send a web form with --form")
        }
    }
}

extension RequestItem {
    /// Whether the item is the whole body.
    var isWholeBody: Bool {
        switch self {
        case .bodyFile, .bodyInput: true
        default: false
        }
    }

    /// Whether the item is a file within a form.
    var isUpload: Bool {
        if case .upload = self { true } else { false }
    }

    /// Whether the item is read from standard input.
    var readsInput: Bool {
        switch self {
        case .bodyInput: true
        case .upload(_, "-", _, _): true
        case .field(_, .textFile("-")), .field(_, .jsonFile("-")): true
        default: false
        }
    }

    /// Whether the item is, or adds to, the body.
    var isContent: Bool {
        switch self {
        case .field, .upload: true
        default: isWholeBody
        }
    }
}

extension CommandWord {
    static var names: [String] { allCases.map(\.rawValue) }
}
