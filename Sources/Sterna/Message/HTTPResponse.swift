/// An answer as a transport and a middleware see it.
public struct HTTPResponse: Sendable {
    /// How the request went.
    public var status: HTTPStatus {
        get { parts.value.status }
        _modify { yield &parts.value.status }
    }
    /// The fields of the answer, made true after decoding: a body that was decoded has neither `Content-Encoding` nor
    /// the encoded length.
    public var fields: HTTPFields {
        get { parts.value.fields }
        _modify { yield &parts.value.fields }
    }
    /// The content.
    public var body: Body {
        get { parts.value.body }
        _modify { yield &parts.value.body }
    }
    /// Where the answer came from, after redirects.
    public var url: URI {
        get { parts.value.url }
        _modify { yield &parts.value.url }
    }
    /// What it took. Of a streamed answer: what it took until the head.
    public var metrics: Metrics {
        get { parts.value.metrics }
        _modify { yield &parts.value.metrics }
    }
    /// Every attempt of the call, the last one included; filled by the client, empty in a transport's answer.
    public var attempts: [Attempt] {
        get { parts.value.attempts }
        _modify { yield &parts.value.attempts }
    }
    /// The redirects that were followed, in their order; filled by the client.
    public var redirects: [Redirect] {
        get { parts.value.redirects }
        _modify { yield &parts.value.redirects }
    }
    /// The request that was answered, as it left; its secrets must not be shown where the server sends them back.
    package var sent: HTTPRequest? {
        get { parts.value.sent }
        _modify { yield &parts.value.sent }
    }
    /// Whether the body was decoded, so that its bytes are not those that the server counts.
    package var isDecoded = false

    private var parts: Boxed<Parts>

    private struct Parts: Sendable {
        var status: HTTPStatus
        var fields: HTTPFields
        var body: Body
        var url: URI
        var metrics: Metrics
        var attempts: [Attempt] = []
        var redirects: [Redirect] = []
        var sent: HTTPRequest?
    }

    /// The content of an answer: complete, or a stream to pull from.
    public enum Body: Sendable {
        /// All bytes, decoded.
        case complete(Data)
        /// Bytes as they come, at the pace of whoever reads.
        case stream(HTTPBodyStream)
    }

    /// An answer; `metrics` may be left out where nothing is measured.
    public init(
        status: HTTPStatus, fields: HTTPFields = HTTPFields(), body: Body = .complete(Data()), url: URI,
        metrics: Metrics = Metrics()
    ) {
        parts = Boxed(Parts(status: status, fields: fields, body: body, url: url, metrics: metrics))
    }
}

extension HTTPResponse.Body {
    /// Takes no further notice of the body. A small one that comes at once is read to its end, so that its connection
    /// can be used again; any other ends with its connection.
    package func discard() async {
        guard case .stream(let stream) = self else { return }
        defer { stream.cancel() }
        // What becomes of a body that nobody wants is nobody's failure.
        _ = try? await ContinuousClock().limiting(to: .milliseconds(250)) {
            var rest = 16 << 10
            for try await chunk in stream {
                rest -= chunk.count
                if rest < 0 { break }
            }
        }
    }
}

extension HTTPResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Status and URL, with secrets masked.
    public var description: String { "\(status) of \(masking.redacting(url))" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// The parts that may be shown: what is secret is masked, and of the body its size is told.
    public var customMirror: Mirror {
        let masking = masking
        return Mirror(
            self,
            children: [
                "status": status.code, "url": masking.redacting(url),
                "fields": fields.map { masking.redacting($0).line },
                "body": bytes.map { "\($0.count) bytes" } ?? "a stream", "metrics": metrics, "attempts": attempts,
                "redirects": redirects,
            ], displayStyle: .struct)
    }
}
