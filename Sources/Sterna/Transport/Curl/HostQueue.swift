#if os(Linux)
/// Which transfers may run and which wait for their host: at most so many at a time over HTTP/1.1, where each takes a
/// connection. A waiting transfer does not count its time as connecting.
struct HostQueue {
    private struct Host {
        var running = 0
        var isMultiplexed = false
        var waiting: [CurlTransfer] = []
        var next = 0
    }

    let limit: Int
    private var hosts: [Origin: Host] = [:]

    init(limit: Int) {
        self.limit = max(1, limit)
    }

    /// Whether the transfer may start now; otherwise it waits.
    mutating func admit(_ transfer: CurlTransfer) -> Bool {
        var host = hosts.removeValue(forKey: transfer.origin) ?? Host()
        defer { hosts[transfer.origin] = host }
        guard host.isMultiplexed || host.running < limit else {
            host.waiting.append(transfer)
            return false
        }
        host.running += 1
        return true
    }

    /// A running transfer is over: those that may start in its place.
    mutating func release(_ origin: Origin) -> [CurlTransfer] {
        guard var host = hosts.removeValue(forKey: origin) else { return [] }
        host.running -= 1
        let ready = Self.advance(&host, limit)
        if host.running > 0 || host.isMultiplexed { hosts[origin] = host }
        return ready
    }

    /// The host speaks HTTP/2: those that waited for a connection may start.
    mutating func multiplex(_ origin: Origin) -> [CurlTransfer] {
        guard var host = hosts[origin], !host.isMultiplexed else { return [] }
        host.isMultiplexed = true
        let ready = Self.advance(&host, limit)
        hosts[origin] = host
        return ready
    }

    private static func advance(_ host: inout Host, _ limit: Int) -> [CurlTransfer] {
        var ready: [CurlTransfer] = []
        while host.next < host.waiting.count, host.isMultiplexed || host.running < limit {
            let transfer = host.waiting[host.next]
            host.next += 1
            guard !transfer.isOver else { continue }
            host.running += 1
            ready.append(transfer)
        }
        if host.next > 64, host.next * 2 > host.waiting.count {
            host.waiting.removeFirst(host.next)
            host.next = 0
        }
        return ready
    }
}
#endif
