/// A request as a middleware and a transport see it: complete, absolute, with its policies.
public struct HTTPRequest: Sendable {
    /// What to do with the resource.
    public var method: HTTPMethod {
        get { parts.value.method }
        _modify { yield &parts.value.method }
    }
    /// Where it goes.
    public var url: URI {
        get { parts.value.url }
        _modify { yield &parts.value.url }
    }
    /// The fields that the caller, the client and its middlewares set. The transport adds what framing needs.
    public var fields: HTTPFields {
        get { parts.value.fields }
        _modify { yield &parts.value.fields }
    }
    /// The content; `nil` when there is none.
    public var body: HTTPBody? {
        get { parts.value.body }
        _modify { yield &parts.value.body }
    }
    /// The limits in time of this request.
    public var timeouts: Timeouts {
        get { parts.value.timeouts }
        _modify { yield &parts.value.timeouts }
    }
    /// The moment at which the whole call ends, over all its attempts; `nil` when it has no end.
    public var deadline: Deadline? {
        get { parts.value.deadline }
        _modify { yield &parts.value.deadline }
    }
    /// How the answer's body is wanted.
    public var delivery: ResponseDelivery {
        get { parts.value.delivery }
        _modify { yield &parts.value.delivery }
    }
    /// The most redirects that are followed; zero follows none, `nil` takes the client's limit. Default: `nil`.
    public var redirectLimit: Int? {
        get { parts.value.redirectLimit }
        _modify { yield &parts.value.redirectLimit }
    }
    /// Origins, beside that of the request, to which a redirect may take its credentials along. Default: none.
    public var credentialOrigins: Set<Origin> {
        get { parts.value.credentialOrigins }
        _modify { yield &parts.value.credentialOrigins }
    }
    /// Whether the endpoint asks for a credential.
    public var requiresAuthentication: Bool {
        get { parts.value.requiresAuthentication }
        _modify { yield &parts.value.requiresAuthentication }
    }
    /// The statuses that the caller takes as a success.
    public var accepts: AcceptedStatuses {
        get { parts.value.accepts }
        _modify { yield &parts.value.accepts }
    }
    /// Names of fields and query items that are secret beside the known ones, declared by the caller.
    public var redaction: Redaction {
        get { parts.value.redaction }
        _modify { yield &parts.value.redaction }
    }

    private var parts: Boxed<Parts>

    private struct Parts: Sendable {
        var method: HTTPMethod
        var url: URI
        var fields: HTTPFields
        var body: HTTPBody?
        var timeouts: Timeouts
        var deadline: Deadline?
        var delivery: ResponseDelivery
        var redirectLimit: Int?
        var credentialOrigins: Set<Origin>
        var requiresAuthentication: Bool
        var accepts: AcceptedStatuses
        var redaction: Redaction
    }

    /// A request with the default policies.
    public init(
        _ method: HTTPMethod, _ url: URI, fields: HTTPFields = HTTPFields(), body: HTTPBody? = nil,
        timeouts: Timeouts = Timeouts(), delivery: ResponseDelivery = .complete(limit: .defaultBodyLimit)
    ) {
        parts = Boxed(
            Parts(
                method: method, url: url, fields: fields, body: body, timeouts: timeouts, deadline: nil,
                delivery: delivery, redirectLimit: nil, credentialOrigins: [], requiresAuthentication: false,
                accepts: .success, redaction: .standard))
    }
}

extension HTTPRequest {
    /// Whether its own `Content-Type` tells of another boundary than its body has, so that nobody could read the form.
    package var namesForeignBoundary: Bool {
        guard let boundary = body?.contentType?.parameters["boundary"], let own = fields[.contentType] else {
            return false
        }
        return MediaType(own)?.parameters["boundary"] != boundary
    }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Method and URL, with secrets masked.
    public var description: String { "\(method) \(masking.redacting(url))" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// The parts that may be shown: what is secret is masked, and of the body its size and type are told.
    public var customMirror: Mirror {
        let masking = masking
        return Mirror(
            self,
            children: [
                "method": method.rawValue, "url": masking.redacting(url),
                "fields": fields.map { masking.redacting($0).line }, "body": body.map { "\($0)" } ?? "none",
                "timeouts": timeouts, "requiresAuthentication": requiresAuthentication,
            ], displayStyle: .struct)
    }
}
