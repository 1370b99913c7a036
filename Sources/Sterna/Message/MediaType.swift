/// What kind of thing a body is: type, subtype and parameters (RFC 9110 §8.3.1).
public struct MediaType: Hashable, Sendable {
    /// The type, in lower case: `text` of `text/html`.
    public let type: String
    /// The subtype, in lower case: `html` of `text/html`.
    public let subtype: String
    /// The parameters, names in lower case.
    public let parameters: FieldParameters

    /// `application/json`.
    public static let json = MediaType(known: "application", "json")
    /// `application/x-www-form-urlencoded`.
    public static let form = MediaType(known: "application", "x-www-form-urlencoded")
    /// `text/plain; charset=utf-8`.
    public static let plainText = MediaType(known: "text", "plain", FieldParameters([("charset", "utf-8")]))
    /// `application/octet-stream`.
    public static let bytes = MediaType(known: "application", "octet-stream")

    private init(known type: String, _ subtype: String, _ parameters: FieldParameters = FieldParameters([])) {
        self.type = type
        self.subtype = subtype
        self.parameters = parameters
    }
}
