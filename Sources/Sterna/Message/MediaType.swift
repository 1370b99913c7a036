/// What kind of thing a body is: type, subtype and parameters (RFC 9110 §8.3.1).
public struct MediaType: Hashable, Sendable {
    /// The type, in lower case: `text` of `text/html`.
    public let type: String
    /// The subtype, in lower case: `html` of `text/html`.
    public let subtype: String
    /// The parameters, names in lower case.
    public let parameters: FieldParameters

    /// Reads the value of a `Content-Type` field, or a media type of one's own: `MediaType("application/xml")`.
    ///
    /// `nil` when it does not begin with a type and a subtype. Of a field that came several times the first is taken;
    /// a parameter that is malformed is passed over.
    public init?(_ text: String) {
        // Most answers say just this.
        guard text != "application/json" else {
            self = .json
            return
        }
        var scanner = FieldScanner(text)
        scanner.skipBlanks()
        let type = scanner.token()
        guard !type.isEmpty, scanner.take("/") else { return nil }
        let subtype = scanner.token()
        scanner.skipBlanks()
        let isEnded = scanner.next.map { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ",") } ?? true
        guard !subtype.isEmpty, isEnded else { return nil }
        self.init(type, subtype, FieldParameters(&scanner, endsAtComma: true))
    }

    /// A media type of names that are known to be tokens.
    package init(_ type: String, _ subtype: String, _ parameters: FieldParameters = FieldParameters([])) {
        self.type = type.lowercased()
        self.subtype = subtype.lowercased()
        self.parameters = parameters
    }

    /// `application/json`.
    public static let json = MediaType("application", "json")
    /// `application/x-www-form-urlencoded`.
    public static let form = MediaType("application", "x-www-form-urlencoded")
    /// `text/plain; charset=utf-8`.
    public static let plainText = MediaType("text", "plain", FieldParameters([("charset", "utf-8")]))
    /// `application/octet-stream`.
    public static let bytes = MediaType("application", "octet-stream")
}

extension MediaType {
    /// Whether the body is JSON: `json`, or a format on top of it such as `problem+json` (RFC 6839 §3.1).
    public var isJSON: Bool { subtype == "json" || subtype.hasSuffix("+json") }

    /// Whether the body is a page for a browser: HTML or XHTML.
    public var isHTML: Bool { subtype == "html" || subtype == "xhtml+xml" }

    /// Whether the body is text of any kind: `text/…`.
    public var isText: Bool { type == "text" }

    /// The name of the characters' encoding, in lower case; `nil` when the type names none.
    public var charset: String? { parameters["charset"]?.lowercased() }
}

extension MediaType: CustomStringConvertible {
    /// The type as it stands in a field.
    public var description: String { "\(type)/\(subtype)\(parameters)" }
}
