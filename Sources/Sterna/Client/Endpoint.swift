/// One route of an API as a value: where it goes, what it sends and what it answers.
///
/// ```swift
/// extension Endpoint where Response == Post {
///     static func post(_ id: Int) -> Endpoint { Endpoint(.get, "/posts/\(id)") }
/// }
/// ```
///
/// `Response` is any `Decodable`: an Optional is `nil` for an empty body, `Data` and `String` take the body as it is.
/// `Void` takes no notice of it.
public struct Endpoint<Response: Sendable>: Sendable {
    /// What to do with the resource.
    public var method: HTTPMethod
    /// Where it lies beneath the base URL.
    public var path: EndpointPath
    /// Query items, after those of the base URL and the client.
    public var query: [QueryItem]
    /// Fields, which replace those of the client with the same name.
    public var fields: HTTPFields
    /// The content; `nil` sends none.
    public var body: Body?
    /// The statuses that are a success.
    public var accepts: AcceptedStatuses
    /// Whether the call needs a credential.
    public var requiresAuthentication: Bool
    /// Limits in time of this call; `nil` takes the client's.
    public var timeouts: Timeouts?
    /// When this call is sent again; `nil` takes the client's policy.
    public var retry: RetryPolicy?
    /// How far redirects of this call are followed; `nil` takes the client's policy.
    public var redirects: RedirectPolicy?
    /// The key that lets the server know a second request as the first; `nil` takes the client's
    /// choice (``APIConfiguration/generatesIdempotencyKeys``).
    public var idempotencyKey: IdempotencyKey?

    let decode: @Sendable (BodyDecoder, Data, MediaType?) throws -> Response
    let accept: String?

    init(
        _ method: HTTPMethod, _ path: EndpointPath, _ query: [QueryItem], _ fields: HTTPFields, _ body: Body?,
        _ accepts: AcceptedStatuses, _ requiresAuthentication: Bool, _ timeouts: Timeouts?, accept: String?,
        decode: @escaping @Sendable (BodyDecoder, Data, MediaType?) throws -> Response
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.fields = fields
        self.body = body
        self.accepts = accepts
        self.requiresAuthentication = requiresAuthentication
        self.timeouts = timeouts
        self.accept = accept
        self.decode = decode
    }
}

extension Endpoint where Response: Decodable {
    /// A route whose answer is decoded.
    ///
    /// - Parameters:
    ///   - method: what to do with the resource.
    ///   - path: where it lies beneath the base URL; interpolated values are escaped as one segment.
    ///   - query: items after those of the client.
    ///   - fields: fields that replace those of the client.
    ///   - body: the content; `nil` sends none.
    ///   - accepts: the statuses that are a success. Default: any 2xx.
    ///   - requiresAuthentication: whether the call needs a credential. Default: no.
    ///   - timeouts: limits in time of this call. Default: the client's.
    public init(
        _ method: HTTPMethod, _ path: EndpointPath, query: [QueryItem] = [], fields: HTTPFields = HTTPFields(),
        body: Body? = nil, accepts: AcceptedStatuses = .success, requiresAuthentication: Bool = false,
        timeouts: Timeouts? = nil
    ) {
        let accept = Response.self == Data.self || Response.self == String.self ? "*/*" : "application/json"
        self.init(
            method, path, query, fields, body, accepts, requiresAuthentication, timeouts, accept: accept
        ) { decoder, data, type in
            try decoder.decode(Response.self, from: data, contentType: type)
        }
    }
}

extension Endpoint where Response == Void {
    /// A route whose answer has no content that matters.
    ///
    /// - Parameters:
    ///   - method: what to do with the resource.
    ///   - path: where it lies beneath the base URL; interpolated values are escaped as one segment.
    ///   - query: items after those of the client.
    ///   - fields: fields that replace those of the client.
    ///   - body: the content; `nil` sends none.
    ///   - accepts: the statuses that are a success. Default: any 2xx.
    ///   - requiresAuthentication: whether the call needs a credential. Default: no.
    ///   - timeouts: limits in time of this call. Default: the client's.
    public init(
        _ method: HTTPMethod, _ path: EndpointPath, query: [QueryItem] = [], fields: HTTPFields = HTTPFields(),
        body: Body? = nil, accepts: AcceptedStatuses = .success, requiresAuthentication: Bool = false,
        timeouts: Timeouts? = nil
    ) {
        self.init(method, path, query, fields, body, accepts, requiresAuthentication, timeouts, accept: "*/*") {
            _, _, _ in
        }
    }
}
