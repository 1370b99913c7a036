/// A redirect that was followed: the answer that asked for it, and where it led.
public struct Redirect: Sendable, Hashable {
    /// The status, 301, 302, 303, 307 or 308.
    public var status: HTTPStatus
    /// The fields of the answer.
    public var fields: HTTPFields
    /// Where it led.
    public var url: URI

    /// A redirect.
    public init(status: HTTPStatus, fields: HTTPFields, url: URI) {
        self.status = status
        self.fields = fields
        self.url = url
    }
}
