/// How a client behaves: everything that its calls have in common, each with a default.
public struct APIConfiguration: Sendable {
    /// Where every endpoint begins. Its path is a prefix.
    public var baseURL: URI
    /// Fields that every request carries unless its endpoint sets them. Default: none.
    public var fields = HTTPFields()
    /// Query items that every request carries, before those of its endpoint. Default: none.
    public var query: [QueryItem] = []
    /// How lists in a query are written. Default: `k=1&k=2`.
    public var queryStyle = QueryStyle.repeat
    /// How JSON is written and read. Default: keys as written, dates as ISO 8601.
    public var json = JSONOptions()
    /// The limits in time. Default: 10 s to connect, 30 s idle, 60 s in total.
    public var timeouts = Timeouts()
    /// The largest body that is buffered, in bytes after decoding. Default: 64 MiB.
    public var bodyLimit = Int.defaultBodyLimit
    /// When a call that failed is sent again. Default: up to three attempts, for what can heal and does no harm.
    public var retry = RetryPolicy()
    /// Whether every POST and PATCH carries a new `Idempotency-Key`, so that it can be sent again where the server
    /// knows that field. Default: no.
    public var generatesIdempotencyKeys = false
    /// What is written about calls, and where to. Default: nothing.
    public var log: CallLog?
    /// What keeps each attempt, for a look at it later or for export as HAR. Default: nothing.
    public var recorder: ExchangeRecorder?
    /// What calls do while the system says that there is no network. Default: they are sent, and fail as they fail.
    public var offline: OfflinePolicy?
    /// When a host that fails is left alone for a while. Default: never.
    public var circuitBreaker: CircuitBreakerPolicy?
    /// How many calls go to a host, at once and in a time. Default: as many as there are.
    public var rateLimit: RateLimitPolicy?
    /// How requests are signed in. Default: not at all.
    public var authentication: Authentication?
    /// How far redirects are followed. Default: up to 20.
    public var redirects = RedirectPolicy()
    /// Where cookies are kept, and taken from. Default: nowhere, those of an answer are not sent back.
    public var cookies: CookieJar?
    /// How connections are made. Default: the system's trust, the environment's proxy, 32 connections to a host.
    public var transport = TransportOptions()
    /// The app's own steps, outermost first. Default: none.
    public var middlewares: [any Middleware] = []
    /// Where the time comes from. Default: the system.
    public var clock: any TimeSource = ContinuousClock()
    /// Where chance comes from: draws evenly from 0 up to 1. Default: the system.
    public var random: @Sendable () -> Double = { .random(in: 0..<1) }
    /// How errors are read and worded. Default: the forms and the messages that Sterna knows.
    public var errors = APIError.Options()
    /// What is secret in every output. Default: the standard list.
    public var redaction = Redaction.standard
    /// Which program asks. Default: the process's name and Sterna's version.
    public var userAgent = UserAgent.standard

    /// The defaults for an API at `baseURL`.
    public init(baseURL: URI) {
        self.baseURL = baseURL
    }
}
