/// Reads values from bodies, in the client's style of keys and dates.
public struct BodyDecoder: Sendable {
    /// The style of keys and dates.
    public let options: JSONOptions
    /// What is masked in the excerpt of a failure. Default: ``Redaction/standard``.
    public var redaction: Redaction

    /// A decoder of a style.
    public init(_ options: JSONOptions = JSONOptions(), redaction: Redaction = .standard) {
        self.options = options
        self.redaction = redaction
    }

    /// Reads a value from a complete body.
    ///
    /// `Data` is the bytes as they are. `String` is the text in the body's charset, unless the body is JSON. All else
    /// is read as JSON, whatever the type says, so that a server that labels JSON as `text/plain` can be used. One byte
    /// order mark is skipped (RFC 8259 §8.1). An Optional of an empty body, or of `null`, is `nil`. A body of nothing
    /// but white space counts as empty.
    ///
    /// Numbers are exact or refused; objects with two members of one name are refused (RFC 8259 §4); nesting ends at
    /// ``JSONOptions/depthLimit``.
    ///
    /// - Parameters:
    ///   - type: what to read.
    ///   - data: the whole body.
    ///   - contentType: the answer's `Content-Type`, when it has one.
    /// - Throws: ``EmptyBody``, or ``DecodingFailure`` with the place and an excerpt.
    public func decode<Value: Decodable>(
        _ type: Value.Type, from data: Data, contentType: MediaType? = nil
    ) throws -> Value {
        if let value = try unread(type, data, contentType) { return value }
        let text = text(data, contentType)
        if let error = text.syntaxError {
            if text.isBlank { return try emptyValue(type) }
            throw DecodingFailure(error, in: text, expected: "\(type)", type: contentType, redaction: redaction)
        }
        let document = JSONDocument(text, options)
        do {
            return try document.read(type, 0)
        } catch {
            throw DecodingFailure(error, in: document, expected: "\(type)", redaction: redaction)
        }
    }

    /// JSON is UTF-8, whatever the type says (RFC 8259 §8.1, §11); where it cannot be, the charset is tried.
    private func text(_ data: Data, _ contentType: MediaType?) -> JSONText {
        let text = JSONText(data.withoutByteOrderMark, depthLimit: options.depthLimit)
        guard text.syntaxError != nil, contentType?.charset ?? "utf-8" != "utf-8",
            let decoded = try? BodyText.decoded(data, contentType)
        else { return text }
        let other = JSONText(decoded.utf8, depthLimit: options.depthLimit)
        return other.syntaxError == nil ? other : text
    }

    /// The body where it is not to be read as JSON: bytes and texts.
    private func unread<Value>(_ type: Value.Type, _ data: Data, _ contentType: MediaType?) throws -> Value? {
        if type == Data.self { return data as? Value }
        if type == Data?.self { return (data.isEmpty ? nil : data) as Data? as? Value }
        guard type == String.self || type == String?.self, contentType?.isJSON != true else { return nil }
        if data.isEmpty, type == String?.self || contentType?.isText != true { return nil }
        return try BodyText.decoded(data, contentType) as? Value
    }

    private func emptyValue<Value>(_ type: Value.Type) throws(EmptyBody) -> Value {
        guard let type = type as? any ReadableFromNothing.Type, let value = type.fromNothing as? Value else {
            throw EmptyBody(expected: "\(type)")
        }
        return value
    }
}

extension BodyDecoder: RefusalReader {}

extension Data {
    /// The bytes after one byte order mark of UTF-8, where there is one.
    var withoutByteOrderMark: Data {
        first == 0xEF && starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self
    }
}

extension JSONText {
    fileprivate var isBlank: Bool {
        bytes.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    }
}
