/// When a call that failed is sent again, and after which wait.
///
/// ```swift
/// $0.retry = .exponential(attempts: 5)
/// ```
///
/// A call is sent again only when that can heal, when sending it twice does no harm, and when its body can be
/// read again. It does no harm when nothing of the request left, when the method is idempotent (RFC 9110 §9.2.2), or
/// when the request carries an `Idempotency-Key`. All attempts and waits share the call's total limit in time.
public struct RetryPolicy: Sendable {
    /// The attempts in all; 1 sends once. Default: 3.
    public var attempts = 3
    /// The longest first wait; each later one may be twice as long. The wait itself is drawn evenly between zero and
    /// that, so that many clients do not come back at once. Default: 0.5 s.
    public var firstWait: Duration = .milliseconds(500)
    /// The longest wait that is drawn. Default: 30 s.
    public var longestWait: Duration = .seconds(30)
    /// The longest wait that a server may ask for by `Retry-After` and its like. A server that asks for more gets no
    /// further attempt: the call fails at once, and its error has the field. Default: 60 s.
    public var longestRetryAfter: Duration = .seconds(60)
    /// Whether a POST or PATCH without a key is sent again also when the server may have acted on it. Default: no.
    public var repeatsUnsafe = false
    /// Whether the status of an answer counts also where the caller accepts it, as one does who shows whatever comes.
    /// Default: no.
    public var repeatsAccepted = false
    /// What to do about a failure in place of the rules: `nil` from it leaves the rules in force. Whatever it says, no
    /// attempt comes after the last, nor one whose body cannot be read again. Default: none.
    public var custom: (@Sendable (RetrySituation) -> RetryVerdict?)?

    /// The defaults.
    public init() {}

    /// Waits that double, drawn evenly between zero and their length.
    ///
    /// - Parameters:
    ///   - attempts: how often the request is sent at most, the first time included.
    ///   - firstWait: the longest first wait.
    ///   - longestWait: the longest wait of all.
    public static func exponential(
        attempts: Int = 3, firstWait: Duration = .milliseconds(500), longestWait: Duration = .seconds(30)
    ) -> RetryPolicy {
        var policy = RetryPolicy()
        policy.attempts = attempts
        policy.firstWait = firstWait
        policy.longestWait = longestWait
        return policy
    }

    /// One attempt, whatever comes of it.
    public static let never = RetryPolicy.exponential(attempts: 1)

    /// Three attempts, where `decide` says what to do about a failure; `nil` from it leaves the rules in force.
    public static func custom(
        attempts: Int = 3, _ decide: @escaping @Sendable (RetrySituation) -> RetryVerdict?
    ) -> RetryPolicy {
        var policy = RetryPolicy.exponential(attempts: attempts)
        policy.custom = decide
        return policy
    }
}
