/// Makes bodies of values, in the client's style of keys and dates.
///
/// Endpoints get one when they are sent, so that a request can be described before the client that sends it is known.
public struct BodyEncoder: Sendable {
    /// The style of keys and dates.
    public let options: JSONOptions

    /// An encoder of a style.
    public init(_ options: JSONOptions = JSONOptions()) {
        self.options = options
    }

    /// A value as JSON, `application/json`: members in the order in which the value encodes them, those of dictionaries
    /// sorted, slashes not escaped, no byte order mark (RFC 8259 §8.1).
    ///
    /// - Throws: ``EncodingFailure`` with the place in the value, such as that of a number that is not finite.
    public func json(_ value: any Encodable) throws(EncodingFailure) -> HTTPBody {
        .data(try jsonData(value), contentType: .json)
    }

    /// A value as a form, `application/x-www-form-urlencoded`, with the keys and dates of the JSON style.
    ///
    /// What lies deeper is named `user[name]`; a list of plain values repeats its name, and a list of objects counts:
    /// `items[0][id]`. `nil` is left out, `null` is empty.
    ///
    /// - Throws: ``EncodingFailure``, also for a value without names, such as an array.
    public func form(_ value: any Encodable) throws(EncodingFailure) -> HTTPBody {
        let encoded = try ValueEncoder.encoded(value, options)
        do {
            return form(try FormWriter.pairs(encoded))
        } catch {
            throw EncodingFailure(path: "$", reason: error.reason)
        }
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
        Data(JSONWriter.text(try ValueEncoder.encoded(value, options)))
    }
}
