/// A decoded answer with everything that is known about how it came.
public struct APIResponse<Value: Sendable>: Sendable {
    /// The decoded body.
    public let value: Value
    /// How the request went.
    public var status: HTTPStatus { response.status }
    /// The fields of the answer.
    public var fields: HTTPFields { response.fields }
    /// Where the answer came from, after redirects.
    public var url: URI { response.url }
    /// What the last attempt took.
    public var metrics: Metrics { response.metrics }
    /// Every attempt, the last one included.
    public var attempts: [Attempt] { response.attempts }
    /// The redirects that were followed, in their order.
    public var redirects: [Redirect] { response.redirects }

    private let response: HTTPResponse

    init(value: Value, _ response: HTTPResponse) {
        self.value = value
        self.response = response
    }
}
