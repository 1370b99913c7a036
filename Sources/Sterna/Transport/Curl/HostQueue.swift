#if os(Linux)
/// Which transfers may run and which wait for their host: at most so many at a time over HTTP/1.1, where each takes a
/// connection. A waiting transfer does not count its time as connecting.
struct HostQueue {
    /// One host, with how much goes on there. Its transfers know it, so that it is rarely searched.
    final class Host {
        fileprivate let origin: Origin
        fileprivate var running = 0
        fileprivate var isMultiplexed = false
        fileprivate var waiting: [CurlTransfer] = []
        fileprivate var next = 0

        fileprivate init(_ origin: Origin) {
            self.origin = origin
        }
    }

    let limit: Int
    private var hosts: [Origin: Host] = [:]
    private var last: Host?

    init(limit: Int) {
        self.limit = max(1, limit)
    }

    /// Whether the transfer may start now; otherwise it waits.
    mutating func admit(_ transfer: CurlTransfer) -> Bool {
        let host = host(of: transfer.request.url.origin)
        transfer.host = host
        guard host.isMultiplexed || host.running < limit else {
            host.waiting.append(transfer)
            return false
        }
        host.running += 1
        return true
    }

    /// A running transfer is over: those that may start in its place.
    mutating func release(_ transfer: CurlTransfer) -> [CurlTransfer] {
        guard let host = transfer.host else { return [] }
        host.running -= 1
        guard host.waiting.isEmpty else { return advance(host) }
        if host.running == 0, !host.isMultiplexed, host !== last { hosts[host.origin] = nil }
        return []
    }

    /// The host of the transfer speaks HTTP/2: those that waited for a connection may start.
    mutating func multiplex(_ transfer: CurlTransfer) -> [CurlTransfer] {
        guard let host = transfer.host, !host.isMultiplexed else { return [] }
        host.isMultiplexed = true
        return advance(host)
    }

    private mutating func host(of origin: Origin) -> Host {
        if let last, last.origin == origin { return last }
        if let last, last.running == 0, !last.isMultiplexed { hosts[last.origin] = nil }
        let host = hosts[origin] ?? Host(origin)
        hosts[origin] = host
        last = host
        return host
    }

    private func advance(_ host: Host) -> [CurlTransfer] {
        var ready: [CurlTransfer] = []
        while host.next < host.waiting.count, host.isMultiplexed || host.running < limit {
            let transfer = host.waiting[host.next]
            host.next += 1
            guard !transfer.isOver else { continue }
            host.running += 1
            ready.append(transfer)
        }
        if host.next == host.waiting.count || host.next > 64 && host.next * 2 > host.waiting.count {
            host.waiting.removeFirst(host.next)
            host.next = 0
        }
        return ready
    }
}
#endif
