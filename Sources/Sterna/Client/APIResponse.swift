/// A decoded answer with everything that is known about how it came.
public struct APIResponse<Value: Sendable>: Sendable {
    /// The decoded body.
    public let value: Value
    /// How the request went.
    public let status: HTTPStatus
    /// The fields of the answer.
    public let fields: HTTPFields
    /// Where the answer came from, after redirects.
    public let url: URI
    /// What the last attempt took.
    public let metrics: Metrics
    /// Every attempt, the last one included.
    public let attempts: [Attempt]
    /// The redirects that were followed, in their order.
    public let redirects: [Redirect]

    init(value: Value, _ response: HTTPResponse) {
        self.value = value
        status = response.status
        fields = response.fields
        url = response.url
        metrics = response.metrics
        attempts = response.attempts
        redirects = response.redirects
    }
}
