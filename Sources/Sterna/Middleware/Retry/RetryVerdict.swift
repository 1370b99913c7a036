/// What to do about a failed attempt.
public enum RetryVerdict: Sendable, Hashable {
    /// Send the request again after this time.
    case retry(after: Duration)
    /// Leave it; the failure is the call's.
    case stop(Reason)

    /// Why no further attempt is made.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// All attempts were made.
        case attemptsUsed
        /// Time does not heal this.
        case permanent
        /// The server may have acted on the request, and sending it again may do it twice.
        case unsafe
        /// The body cannot be read again.
        case bodyNotReplayable
        /// The server asks to wait longer than the policy obeys.
        case retryAfterTooLong
        /// The wait would outlast the call's total limit.
        case outOfTime
        /// Too many calls to the host fail: retries would only add to its load.
        case throttled
        /// The policy's own rule.
        case custom
    }
}
