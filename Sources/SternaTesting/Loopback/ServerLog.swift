import Sterna

/// What a server received and which connections it had.
final class ServerLog: Sendable {
    struct Entries: Sendable {
        var requests: [ReceivedRequest] = []
        var requestCount = 0
        var connections: [ConnectionRecord] = []
        var liveThreads = 0
    }

    private let keepsRequests: Bool
    private let entries = Lock(Entries())

    init(keepsRequests: Bool) {
        self.keepsRequests = keepsRequests
    }

    var snapshot: Entries { entries.withLock { $0 } }
    var requestCount: Int { entries.withLock { $0.requestCount } }
    var liveThreads: Int { entries.withLock { $0.liveThreads } }

    func open(_ address: LoopbackAddress) -> Int {
        entries.withLock { entries in
            let number = entries.connections.count + 1
            entries.connections.append(ConnectionRecord(number: number, address: address))
            return number
        }
    }

    func change(_ connection: Int, _ edit: @Sendable (inout ConnectionRecord) -> Void) {
        entries.withLock { edit(&$0.connections[connection - 1]) }
    }

    /// Logs a request whose head has come, and gives it its number.
    func add(_ request: ReceivedRequest, on connection: Int) -> Int {
        entries.withLock { entries in
            var request = request
            entries.requestCount += 1
            entries.connections[connection - 1].requests += 1
            request.number = entries.requestCount
            if keepsRequests { entries.requests.append(request) }
            return entries.requestCount
        }
    }

    /// Replaces a logged request by what has come of it since.
    func update(_ request: ReceivedRequest) {
        guard keepsRequests else { return }
        entries.withLock { $0.requests[request.number - 1] = request }
    }

    func countThread(_ change: Int) {
        entries.withLock { $0.liveThreads += change }
    }
}
