extension ReconnectPolicy {
    /// Whether the stream is opened again: a pure function, for tests too.
    ///
    /// - Parameters:
    ///   - situation: the connection that is over.
    ///   - random: draws evenly from 0 up to 1.
    public func verdict(for situation: ReconnectSituation, random: () -> Double) -> ReconnectVerdict {
        guard situation.wasOpen, situation.isRepeatable else { return .stop }
        if let limit, situation.failures >= limit { return .stop }
        if let own = custom?(situation) { return own }
        guard situation.heals else { return .stop }
        let shortest = situation.reconnectTime ?? wait
        return .reconnect(after: shortest + jitter(shortest, situation.failures) * random())
    }

    /// The most that chance adds. A server that asks for no wait at all is spared all the same.
    private func jitter(_ shortest: Duration, _ failures: Int) -> Duration {
        var jitter = min(max(shortest, .milliseconds(100)), longestJitter)
        for _ in 0..<min(failures, 64) where jitter < longestJitter { jitter = min(jitter * 2, longestJitter) }
        return jitter
    }
}

extension ReconnectSituation {
    /// Whether time heals it: what the network does to a connection does, what a server says about a request does not.
    fileprivate var heals: Bool {
        switch kind {
        case nil, .offline, .dns, .connect, .proxy, .connectionLost, .truncated, .circuitOpen: true
        case .timedOut(let phase): phase != .total
        default: false
        }
    }
}
