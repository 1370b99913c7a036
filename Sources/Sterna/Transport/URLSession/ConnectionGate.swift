#if canImport(Darwin) || URLSession
/// Lets so many requests to one host run at a time; the others wait their turn, and their wait is not connecting.
final class ConnectionGate: Sendable {
    private struct Host: Sendable {
        var running = 0
        var waiting: [@Sendable () -> Void] = []
    }

    private let limit: Int
    private let hosts = Lock<[Origin: Host]>([:])

    init(limit: Int) {
        self.limit = max(1, limit)
    }

    /// Calls `start` once the request may run, at once or later. Every start is answered by one `leave`.
    func enter(_ origin: Origin, _ start: @escaping @Sendable () -> Void) {
        let mayStart = hosts.withLock { hosts in
            var host = hosts[origin] ?? Host()
            defer { hosts[origin] = host }
            guard host.running < limit else {
                host.waiting.append(start)
                return false
            }
            host.running += 1
            return true
        }
        if mayStart { start() }
    }

    /// A request is over: the next one may start in its place.
    func leave(_ origin: Origin) {
        let next = hosts.withLock { hosts -> (@Sendable () -> Void)? in
            guard var host = hosts[origin] else { return nil }
            guard host.waiting.isEmpty else {
                defer { hosts[origin] = host }
                return host.waiting.removeFirst()
            }
            host.running -= 1
            hosts[origin] = host.running > 0 ? host : nil
            return nil
        }
        next?()
    }
}
#endif
