/// Holds retries back at hosts where too much fails: a host that is down gets one attempt a call, not three.
///
/// Each host has ten tokens. A failure that could be retried takes one, a success gives a tenth of one back, and there
/// are retries only above six: after one call that failed with its three attempts, the next have one each until
/// the host answers again. A call that has begun to retry is not held back. A client has one throttle for all its
/// calls.
public final class RetryThrottle: Sendable {
    private static let capacity = 10.0
    private static let gain = 0.1
    private static let mark = 6.0

    /// The tokens of the hosts that do not have them all.
    private let tokens = Lock<[Origin: Double]>([:])

    /// A throttle that knows of no failure.
    public init() {}

    /// Takes a token for a failure; whether the call may retry.
    ///
    /// - Parameter attempt: which attempt of the call failed; 1 is the first, the one that can be held back.
    public func allowsRetry(at origin: Origin, after attempt: Int) -> Bool {
        tokens.withLock { tokens in
            // What many hosts are remembered for is not worth their memory.
            if tokens.count > 1024 { tokens = [:] }
            let left = max(0, (tokens[origin] ?? Self.capacity) - 1)
            tokens[origin] = left
            return attempt > 1 || left > Self.mark
        }
    }

    /// Gives a part of a token back for a success.
    public func succeeded(at origin: @autoclosure () -> Origin) {
        tokens.withLock { tokens in
            guard !tokens.isEmpty else { return }
            let origin = origin()
            guard let known = tokens[origin] else { return }
            let grown = known + Self.gain
            tokens[origin] = grown < Self.capacity ? grown : nil
        }
    }
}
