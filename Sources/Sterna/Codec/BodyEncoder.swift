/// Makes bodies of values, in the client's style of keys and dates.
///
/// Endpoints get one when they are sent, so that a request can be described before the client that sends it is known.
public struct BodyEncoder: Sendable {
    /// The style of keys and dates.
    public let options: JSONOptions
    private let encoder: JSONEncoder

    /// An encoder of a style.
    public init(_ options: JSONOptions = JSONOptions()) {
        self.options = options
        encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        encoder.dateEncodingStrategy = .custom { date, encoder in try options.dates.write(date, to: encoder) }
    }

    /// A value as JSON, `application/json`. Slashes are not escaped, and no byte order mark is written (RFC 8259 §8.1).
    ///
    /// - Throws: ``EncodingFailure`` with the place in the value, such as that of a number that is not finite.
    public func json(_ value: any Encodable) throws(EncodingFailure) -> HTTPBody {
        .data(try jsonData(value), contentType: .json)
    }

    /// Names and values as a form, `application/x-www-form-urlencoded`, in their order.
    public func form(_ pairs: [(String, String)]) -> HTTPBody {
        .data(Data(FormText.encoded(pairs).utf8), contentType: .form)
    }

    /// A text as UTF-8, `text/plain`.
    public func text(_ text: String) -> HTTPBody {
        .text(text)
    }

    /// Bytes as they are; without a type, `Content-Type` is not sent.
    public func raw(_ data: Data, contentType: MediaType? = nil) -> HTTPBody {
        .data(data, contentType: contentType)
    }

    /// A value as the bytes of a JSON text.
    package func jsonData(_ value: any Encodable) throws(EncodingFailure) -> Data {
        do {
            return try encoder.encode(value)
        } catch {
            throw EncodingFailure(error)
        }
    }
}

extension EncodingFailure {
    /// The failure that a value's `encode(to:)` or the encoder threw.
    init(_ error: any Error) {
        if case EncodingError.invalidValue(_, let context) = error {
            self.init(path: JSONPath.text(context.codingPath), reason: context.debugDescription, underlying: error)
        } else {
            self.init(path: "$", reason: String(describing: error), underlying: error)
        }
    }
}
