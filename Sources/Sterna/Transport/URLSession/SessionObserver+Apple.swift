#if canImport(Darwin)
extension SessionObserver {
    /// The stream of a body that is made meanwhile.
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        completionHandler(exchange(of: task)?.openBody())
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics) {
        guard let last = metrics.transactionMetrics.last else { return }
        exchange(of: task)?.measure(Self.metrics(last))
    }

    private static func metrics(_ system: URLSessionTaskTransactionMetrics) -> Metrics {
        let start = system.fetchStartDate
        func time(_ date: Date?) -> Duration {
            guard let start, let date else { return .zero }
            return .seconds(max(0, date.timeIntervalSince(start)))
        }
        var metrics = Metrics()
        metrics.nameLookup = time(system.domainLookupEndDate)
        metrics.connect = time(system.secureConnectionStartDate ?? system.connectEndDate)
        metrics.secureConnect = time(system.secureConnectionEndDate)
        metrics.firstByte = time(system.responseStartDate)
        metrics.httpVersion = version(system.networkProtocolName)
        metrics.isReusedConnection = system.isReusedConnection
        metrics.remoteAddress = system.remoteAddress ?? ""
        metrics.wireBytes = system.countOfResponseBodyBytesReceived
        metrics.sentBytes = system.countOfRequestBodyBytesSent
        return metrics
    }

    private static func version(_ name: String?) -> String {
        switch name {
        case "http/1.0": "1.0"
        case "http/1.1": "1.1"
        case "h2": "2"
        case "h3": "3"
        default: ""
        }
    }
}
#endif
