/// Reads values from bodies, in the client's style of keys and dates.
public struct BodyDecoder: Sendable {
    /// The style of keys and dates.
    public let options: JSONOptions
    private let decoder: JSONDecoder

    /// A decoder of a style.
    public init(_ options: JSONOptions = JSONOptions()) {
        self.options = options
        decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in try options.dates.read(from: decoder) }
    }

    /// Reads a value from a complete body.
    ///
    /// `Data` is the bytes as they are. `String` is the text, unless the body is JSON. Everything else is read as JSON,
    /// whatever the type says, so that a server that labels JSON as `text/plain` can be used. One byte order mark is
    /// skipped (RFC 8259 §8.1). An Optional of an empty body, or of `null`, is `nil`.
    ///
    /// - Parameters:
    ///   - data: the whole body.
    ///   - contentType: the answer's `Content-Type`, when it has one.
    ///   - redaction: what is masked in the excerpt of a failure.
    /// - Throws: ``EmptyBody``, or ``DecodingFailure`` with the place and an excerpt.
    public func decode<Value: Decodable>(
        _ type: Value.Type, from data: Data, contentType: MediaType? = nil, redaction: Redaction = .standard
    ) throws -> Value {
        if type == Data.self || type == Data?.self, !data.isEmpty || type == Data.self, let value = data as? Value {
            return value
        }
        let data = data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
        if type == String.self || type == String?.self, !data.isEmpty, contentType?.isJSON != true {
            if let value = String(decoding: data, as: UTF8.self) as? Value { return value }
        }
        guard !data.isEmpty else { return try emptyValue(type, contentType) }
        do {
            return try decoder.decode(type, from: data)
        } catch {
            throw DecodingFailure(error, expected: "\(type)")
        }
    }

    private func emptyValue<Value: Decodable>(_ type: Value.Type, _ contentType: MediaType?) throws(EmptyBody) -> Value
    {
        if let type = type as? any ReadableFromNothing.Type, let value = type.fromNothing as? Value { return value }
        if contentType?.type == "text", let value = "" as? Value { return value }
        throw EmptyBody(expected: "\(type)")
    }
}

extension DecodingFailure {
    init(_ error: any Error, expected: String) {
        guard let error = error as? DecodingError else {
            self.init(path: "$", expected: expected, reason: String(describing: error), underlying: error)
            return
        }
        switch error {
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            self.init(
                path: JSONPath.text(context.codingPath), expected: "\(type)", reason: context.debugDescription,
                underlying: error)
        case .keyNotFound(let key, let context):
            self.init(
                path: JSONPath.text(context.codingPath), expected: expected,
                reason: "there is no “\(key.stringValue)”", underlying: error)
        case .dataCorrupted(let context):
            self.init(
                path: JSONPath.text(context.codingPath), expected: expected, reason: context.debugDescription,
                underlying: error)
        @unknown default:
            self.init(path: "$", expected: expected, reason: String(describing: error), underlying: error)
        }
    }
}
