/// A failed attempt, as the decision whether to try again sees it.
public struct RetrySituation: Sendable {
    /// Which attempt failed; 1 is the first.
    public var attempt: Int
    /// What failed.
    public var kind: APIError.Kind
    /// The status that was answered; `nil` when none was.
    public var status: HTTPStatus?
    /// The fields of the answer; empty when there was none.
    public var fields: HTTPFields
    /// Whether sending the request again may do what it asks for twice.
    public var isUnsafe: Bool
    /// Whether the body, if there is one, can be read again.
    public var isReplayable: Bool
    /// The time that is left for the call; `nil` when it has no end.
    public var remaining: Duration?

    /// A failed attempt.
    public init(
        attempt: Int, kind: APIError.Kind, status: HTTPStatus? = nil, fields: HTTPFields = HTTPFields(),
        isUnsafe: Bool = false, isReplayable: Bool = true, remaining: Duration? = nil
    ) {
        self.attempt = attempt
        self.kind = kind
        self.status = status
        self.fields = fields
        self.isUnsafe = isUnsafe
        self.isReplayable = isReplayable
        self.remaining = remaining
    }
}
