/// The method of a request: what the client asks the server to do (RFC 9110 §9).
///
/// A method is a token, and its case matters. A method that is not a token cannot be built.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The method as it is sent.
    public let rawValue: String

    /// A method of any name; `nil` when `rawValue` is not a token (RFC 9110 §5.6.2).
    public init?(rawValue: String) {
        guard Token.isValid(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    private init(known: String) {
        rawValue = known
    }

    /// Reads a resource; safe and idempotent (RFC 9110 §9.3.1).
    public static let get = HTTPMethod(known: "GET")
    /// Reads what a GET would say, without its body (RFC 9110 §9.3.2).
    public static let head = HTTPMethod(known: "HEAD")
    /// Lets the resource process the body; neither safe nor idempotent (RFC 9110 §9.3.3).
    public static let post = HTTPMethod(known: "POST")
    /// Replaces the resource by the body; idempotent (RFC 9110 §9.3.4).
    public static let put = HTTPMethod(known: "PUT")
    /// Changes a part of the resource; not idempotent (RFC 5789).
    public static let patch = HTTPMethod(known: "PATCH")
    /// Removes the resource; idempotent (RFC 9110 §9.3.5).
    public static let delete = HTTPMethod(known: "DELETE")
    /// Asks what may be done with the resource; safe and idempotent (RFC 9110 §9.3.7).
    public static let options = HTTPMethod(known: "OPTIONS")
    /// Asks the server to show the request it received; safe and idempotent (RFC 9110 §9.3.8).
    public static let trace = HTTPMethod(known: "TRACE")

    /// Whether the method only reads (RFC 9110 §9.2.1).
    public var isSafe: Bool {
        self == .get || self == .head || self == .options || self == .trace
    }

    /// Whether doing it twice is the same as doing it once, so that it may be sent again (RFC 9110 §9.2.2).
    public var isIdempotent: Bool {
        isSafe || self == .put || self == .delete
    }

    /// The method as it is sent.
    public var description: String { rawValue }
}
