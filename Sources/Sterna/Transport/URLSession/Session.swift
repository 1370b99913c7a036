#if !canImport(Darwin) && URLSession
import FoundationNetworking
#endif

#if !canImport(Darwin) && URLSession
import class Foundation.OperationQueue
#endif

#if canImport(Darwin) || URLSession
/// A session of URLSession that keeps nothing, and the object that it tells what happens.
struct Session: Sendable {
    let session: URLSession
    let observer: SessionObserver

    init(_ options: TransportOptions) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        configuration.httpMaximumConnectionsPerHost = max(1, options.connectionsPerHost)
        configuration.timeoutIntervalForRequest = URLSessionPlatform.noTimeout
        configuration.timeoutIntervalForResource = URLSessionPlatform.noTimeout
        URLSessionPlatform.configure(configuration, options)
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        observer = SessionObserver(options.tls)
        session = URLSession(configuration: configuration, delegate: observer, delegateQueue: queue)
    }

    /// Lets running tasks end, closes the connections, and takes no further task.
    func close() {
        session.finishTasksAndInvalidate()
    }
}
#endif
