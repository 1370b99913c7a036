extension HTTPField.Name {
    /// `Accept`: the media types that the client can read.
    public static let accept = Self(known: "Accept")
    /// `Accept-Encoding`: the content codings that the client can read.
    public static let acceptEncoding = Self(known: "Accept-Encoding")
    /// `Accept-Language`: the languages that the user prefers.
    public static let acceptLanguage = Self(known: "Accept-Language")
    /// `Accept-Ranges`: whether parts of the resource can be asked for.
    public static let acceptRanges = Self(known: "Accept-Ranges")
    /// `Authorization`: the credentials for the origin.
    public static let authorization = Self(known: "Authorization")
    /// `Cache-Control`: directives for caches.
    public static let cacheControl = Self(known: "Cache-Control")
    /// `Connection`: options of this connection.
    public static let connection = Self(known: "Connection")
    /// `Content-Disposition`: a name under which to save the body.
    public static let contentDisposition = Self(known: "Content-Disposition")
    /// `Content-Encoding`: the codings that were applied to the body.
    public static let contentEncoding = Self(known: "Content-Encoding")
    /// `Content-Length`: the body's length in bytes.
    public static let contentLength = Self(known: "Content-Length")
    /// `Content-Range`: which part of the resource the body is.
    public static let contentRange = Self(known: "Content-Range")
    /// `Content-Type`: the body's media type.
    public static let contentType = Self(known: "Content-Type")
    /// `Cookie`: the cookies that the client sends.
    public static let cookie = Self(known: "Cookie")
    /// `Date`: when the message was made.
    public static let date = Self(known: "Date")
    /// `ETag`: the validator of the representation.
    public static let eTag = Self(known: "ETag")
    /// `Expect`: what the client wants the server to do before the body.
    public static let expect = Self(known: "Expect")
    /// `Host`: the host and port of the target.
    public static let host = Self(known: "Host")
    /// `Idempotency-Key`: the same over every attempt of one logical call.
    public static let idempotencyKey = Self(known: "Idempotency-Key")
    /// `If-Match`: act only when the validator still matches.
    public static let ifMatch = Self(known: "If-Match")
    /// `If-None-Match`: answer only when the validator no longer matches.
    public static let ifNoneMatch = Self(known: "If-None-Match")
    /// `If-Range`: send the part only when the validator still matches.
    public static let ifRange = Self(known: "If-Range")
    /// `Last-Event-ID`: the last event that a client of an event stream saw.
    public static let lastEventID = Self(known: "Last-Event-ID")
    /// `Last-Modified`: when the representation last changed.
    public static let lastModified = Self(known: "Last-Modified")
    /// `Link`: links to other resources (RFC 8288).
    public static let link = Self(known: "Link")
    /// `Location`: where to go next, or what was created.
    public static let location = Self(known: "Location")
    /// `Proxy-Authorization`: the credentials for a proxy; sent to no other.
    public static let proxyAuthorization = Self(known: "Proxy-Authorization")
    /// `Range`: the part that is wanted.
    public static let range = Self(known: "Range")
    /// `Retry-After`: how long to wait before the next try.
    public static let retryAfter = Self(known: "Retry-After")
    /// `Set-Cookie`: a cookie that the server sets.
    public static let setCookie = Self(known: "Set-Cookie")
    /// `TE`: the transfer codings that the client can read.
    public static let te = Self(known: "TE")
    /// `Transfer-Encoding`: the framing of the body.
    public static let transferEncoding = Self(known: "Transfer-Encoding")
    /// `User-Agent`: the program that asks.
    public static let userAgent = Self(known: "User-Agent")
    /// `Vary`: the request fields that chose this answer.
    public static let vary = Self(known: "Vary")
    /// `WWW-Authenticate`: how to sign in.
    public static let wwwAuthenticate = Self(known: "WWW-Authenticate")
}
