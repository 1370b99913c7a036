#if !canImport(Darwin) && URLSession
import Dispatch
#endif

#if canImport(Darwin) || URLSession
/// The sessions of one transport, and the queue on which their tasks are started and cancelled: never on the caller's
/// thread, where cancelling can deadlock, and never a start after a cancel.
final class SessionStore: Sendable {
    private let options: TransportOptions
    private let control = DispatchQueue(label: "sterna.urlsession")
    private let kept = Lock<Session?>(nil)

    init(_ options: TransportOptions) {
        self.options = options
    }

    /// Starts a task for the exchange.
    func start(_ exchange: URLSessionExchange) -> TaskControls {
        let isLone = URLSessionPlatform.needsOwnConnection(exchange.request)
        let work = SessionWork(isLone ? Session(options) : shared(), on: control, isLone: isLone)
        work.start(exchange)
        return work.controls
    }

    /// Lets running tasks end and closes the connections. In its turn: a session that is closed takes no task.
    func close() {
        control.async { [kept] in kept.withLock { $0 }?.close() }
    }

    private func shared() -> Session {
        kept.withLock { kept in
            let session = kept ?? Session(options)
            kept = session
            return session
        }
    }
}
#endif
