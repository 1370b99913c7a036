// From what went wrong inside to what a developer reads.
extension DecodingFailure {
    /// A text that is no JSON.
    init(_ error: JSONSyntaxError, in text: JSONText, expected: String, type: MediaType?, redaction: Redaction) {
        let excerpt = text.excerpt(around: error.offset, redaction: redaction)
        let received = type.map { " (\($0.type)/\($0.subtype))" } ?? ""
        if text.tokens.isEmpty, text.isMarkup || type?.isHTML == true {
            self.init(
                path: "$", expected: expected,
                reason:
                    "the server sent HTML or XML\(received) where JSON was expected: the URL may be wrong, or a proxy, "
                    + "a sign-in page or an error page answered",
                excerpt: excerpt, underlying: error)
            return
        }
        let (line, column) = text.position(of: error.offset)
        let place = "line \(line), column \(column), byte \(error.offset)"
        let kind = error.isTruncated ? "the text is cut off" : "the text is not JSON\(received)"
        self.init(
            path: text.tokens.isEmpty ? "$" : text.path(of: text.tokens.count - 1), expected: expected,
            reason: "\(kind) (\(place)): \(error.reason)", excerpt: excerpt, underlying: error)
    }

    /// What the types' `init(from:)` threw.
    init(_ error: any Error, in document: JSONDocument, expected: String, redaction: Redaction) {
        guard let decoding = error as? DecodingError, let context = decoding.context else {
            let index = document.failed ?? 0
            let isSecret = document.path(to: index).contains { redaction.isSecret($0.stringValue) }
            self.init(
                path: document.text.path(of: index), expected: expected,
                reason: isSecret ? Self.hidden : redaction.redacting(text: String(describing: error)),
                excerpt: document.text.excerpt(around: document.offset(index), redaction: redaction),
                underlying: isSecret ? nil : error)
            return
        }
        var path = context.codingPath
        let index = document.text.token(at: path)
        var reason = redaction.redacting(text: context.debugDescription)
        if case .keyNotFound(let key, _) = decoding {
            path.append(key)
            reason += document.near(key.stringValue, in: index)
        }
        let isSecret = path.contains { redaction.isSecret($0.stringValue) }
        if isSecret { reason = document.hiddenReason(decoding, index) }
        self.init(
            path: JSONPath.text(path), expected: decoding.expectation ?? expected, reason: reason,
            excerpt: document.text.excerpt(around: document.offset(index), redaction: redaction),
            underlying: decoding.detached(reason: reason))
    }

    fileprivate static let hidden = "the value does not fit; it is not shown, since its name is on the list of secrets"
}

extension JSONText {
    fileprivate var isMarkup: Bool {
        bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "<")
    }
}

extension JSONDocument {
    fileprivate func offset(_ index: Int) -> Int {
        index < text.tokens.count ? Int(text.tokens[index].start) : 0
    }

    fileprivate func hiddenReason(_ error: DecodingError, _ index: Int) -> String {
        switch error {
        case .typeMismatch: kind(index) == .number ? "found a number" : "found \(found(index))"
        case .valueNotFound: "found null"
        case .keyNotFound(let key, _): "there is no “\(key.stringValue)”"
        default: DecodingFailure.hidden
        }
    }

    /// What an object has where a member is missing: the spellings that come near, or all its names.
    fileprivate func near(_ name: String, in object: Int) -> String {
        guard object < text.tokens.count, kind(object) == .object else { return "" }
        let names = text.members(of: object).map { text.string($0.name) }
        let fold = SnakeCase.folded(name)
        let near = names.filter { SnakeCase.folded($0) == fold }.prefix(3).map { "“\($0.escapedForDisplay)”" }
        guard near.isEmpty else {
            let all = near.joined(separator: " and ")
            let advice = options.keys == .snakeCase ? "" : " (json.keys = .snakeCase reads snake_case)"
            return "; \(all) \(near.count == 1 ? "comes" : "come") near\(near.count == 1 ? advice : "")"
        }
        let some = names.prefix(7).map { $0.prefix(40).description.escapedForDisplay }
        guard !some.isEmpty else { return "; the object is empty" }
        return "; the object has " + some.prefix(6).joined(separator: ", ") + (some.count > 6 ? ", …" : "")
    }
}

extension DecodingError {
    fileprivate var context: Context? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default: nil
        }
    }

    fileprivate var expectation: String? {
        switch self {
        case .typeMismatch(let type, _), .valueNotFound(let type, _): Self.name(type)
        default: (context?.underlyingError as? JSONExpectation)?.type
        }
    }

    private static func name(_ type: any Any.Type) -> String {
        if type == [String: Any].self { return "an object" }
        return type == [Any].self ? "an array" : "\(type)"
    }

    /// The same error with keys that stand by themselves, so that it does not keep the whole text in memory.
    fileprivate func detached(reason: String) -> DecodingError {
        guard let context else { return self }
        let path: [any CodingKey] = context.codingPath.map { JSONName($0.stringValue, intValue: $0.intValue) }
        let cause = context.underlyingError is JSONExpectation ? nil : context.underlyingError
        let detached = Context(codingPath: path, debugDescription: reason, underlyingError: cause)
        switch self {
        case .typeMismatch(let type, _): return .typeMismatch(type, detached)
        case .valueNotFound(let type, _): return .valueNotFound(type, detached)
        case .keyNotFound(let key, _):
            return .keyNotFound(JSONName(key.stringValue, intValue: key.intValue), detached)
        default: return .dataCorrupted(detached)
        }
    }
}
