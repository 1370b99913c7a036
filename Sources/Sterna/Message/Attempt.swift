/// One try of a call: what came of it, and how long the client waited before the next.
public struct Attempt: Sendable, Hashable {
    /// 1 for the first.
    public var number: Int
    /// The status that was answered; `nil` when none was.
    public var status: HTTPStatus?
    /// What failed below the status; `nil` when the server answered.
    public var failure: APIError.Kind?
    /// The wait before the next attempt; `nil` after the last.
    public var delay: Duration?
    /// What the attempt took.
    public var metrics: Metrics

    /// An attempt.
    public init(
        number: Int, status: HTTPStatus? = nil, failure: APIError.Kind? = nil, delay: Duration? = nil,
        metrics: Metrics = Metrics()
    ) {
        self.number = number
        self.status = status
        self.failure = failure
        self.delay = delay
        self.metrics = metrics
    }

    /// The one attempt that was answered.
    package init(answered response: HTTPResponse) {
        self.init(number: 1, status: response.status, metrics: response.metrics)
    }
}

extension [Attempt] {
    /// These attempts with later ones after them, counted on.
    ///
    /// - Parameter wait: how long the client waits after the last of the later ones; `nil` when it does not.
    package func followed(by later: [Attempt], waiting wait: Duration? = nil) -> [Attempt] {
        var all = self
        for var attempt in later {
            attempt.number = all.count + 1
            all.append(attempt)
        }
        if let wait, !all.isEmpty { all[all.endIndex - 1].delay = wait }
        return all
    }
}
