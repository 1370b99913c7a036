/// Holds retries back at hosts where too much fails: a host that is down gets one attempt a call, not three.
///
/// Each host has ten tokens. A failure that could be retried takes one, a success gives a tenth of one back, and there
/// are retries only above five.
package final class RetryThrottle: Sendable {
    private static let capacity = 10.0
    private static let gain = 0.1
    private static let mark = 5.0

    /// The tokens of the hosts that do not have them all.
    private let tokens = Lock<[Origin: Double]>([:])

    package init() {}

    /// Takes a token for a failure; whether the host has enough left for a retry.
    package func allowsRetry(at origin: Origin) -> Bool {
        tokens.withLock { tokens in
            let left = max(0, (tokens[origin] ?? Self.capacity) - 1)
            tokens[origin] = left
            return left > Self.mark
        }
    }

    /// Gives a part of a token back for a success.
    package func succeeded(at url: URI) {
        tokens.withLock { tokens in
            guard !tokens.isEmpty, let known = tokens[url.origin] else { return }
            let grown = known + Self.gain
            tokens[url.origin] = grown < Self.capacity ? grown : nil
        }
    }
}
