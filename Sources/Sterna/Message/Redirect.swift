/// A redirect that was followed: the answer that asked for it, and where it led.
public struct Redirect: Sendable, Hashable {
    /// The status, 301, 302, 303, 307 or 308.
    public var status: HTTPStatus
    /// The fields of the answer.
    public var fields: HTTPFields
    /// Where the answer came from.
    public var source: URI
    /// Where it led.
    public var url: URI

    /// A redirect.
    public init(status: HTTPStatus, fields: HTTPFields, from source: URI, to url: URI) {
        self.status = status
        self.fields = fields
        self.source = source
        self.url = url
    }

    /// Whether it led to another origin, where no credential goes along unless it was declared to.
    public var leavesOrigin: Bool { source.origin != url.origin }
}
