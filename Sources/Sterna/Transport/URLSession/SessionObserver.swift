#if !canImport(Darwin) && URLSession
import FoundationNetworking
#endif

#if !canImport(Darwin) && URLSession
import class Foundation.NSObject
#endif

#if canImport(Darwin) || URLSession
/// What a session tells, passed on to the exchange whose task it is about.
final class SessionObserver: NSObject, URLSessionDataDelegate {
    private let tls: TLSOptions
    private let exchanges = Lock<[Int: URLSessionExchange]>([:])

    init(_ tls: TLSOptions) {
        self.tls = tls
    }

    func observe(_ task: URLSessionTask, _ exchange: URLSessionExchange) {
        exchanges.withLock { $0[task.taskIdentifier] = exchange }
    }

    func exchange(of task: URLSessionTask) -> URLSessionExchange? {
        exchanges.withLock { $0[task.taskIdentifier] }
    }

    /// A redirect is an answer like any other: following it is not the transport's.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        switch URLSessionPlatform.verdict(on: challenge, tls) {
        case .answer(let disposition, let credential):
            completionHandler(disposition, credential)
        case .refuse(let reason):
            exchange(of: task)?.refuse(reason)
            completionHandler(.cancelAuthenticationChallenge, nil)
        case .complete:
            if let head = challenge.failureResponse as? HTTPURLResponse { exchange(of: task)?.receive(head) }
            exchange(of: task)?.complete(nil)
        }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if let head = response as? HTTPURLResponse { exchange(of: dataTask)?.receive(head) }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(of: dataTask)?.receive(data)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        exchange(of: task)?.noteSent(totalBytesSent)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        // On Linux the head of some answers is told by the task alone, such as of a redirect that leads nowhere.
        if error == nil, let head = task.response as? HTTPURLResponse { exchange?.receive(head) }
        exchange?.complete(error)
    }
}
#endif
