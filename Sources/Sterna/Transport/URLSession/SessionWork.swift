#if !canImport(Darwin) && URLSession
import Dispatch
import FoundationNetworking
#endif

#if canImport(Darwin) || URLSession
/// One task of a session. Everything is done on one queue, in order, so that a task whose exchange was over before its
/// start is never started: that hangs on Linux.
final class SessionWork: Sendable {
    private let session: Session
    private let control: DispatchQueue
    private let isLone: Bool
    private let task = Lock<URLSessionTask?>(nil)

    init(_ session: Session, on control: DispatchQueue, isLone: Bool) {
        self.session = session
        self.control = control
        self.isLone = isLone
    }

    func start(_ exchange: URLSessionExchange) {
        control.async { [self] in
            // A session of its own ends with its one task.
            defer { if isLone { session.close() } }
            guard !exchange.isOver else { return }
            let task = makeTask(exchange.message)
            session.observer.observe(task, exchange)
            self.task.withLock { $0 = task }
            task.resume()
        }
    }

    var controls: TaskControls {
        TaskControls(
            cancel: { [self] in perform { if $0.state != .completed { $0.cancel() } } },
            suspend: { [self] in perform { $0.suspend() } },
            resume: { [self] in perform { $0.resume() } })
    }

    private func perform(_ action: @escaping @Sendable (URLSessionTask) -> Void) {
        control.async { [self] in
            if let task = task.withLock({ $0 }) { action(task) }
        }
    }

    private func makeTask(_ message: OutgoingMessage) -> URLSessionTask {
        switch message.content {
        case .none:
            session.session.dataTask(with: message.urlRequest)
        case .bytes(let data):
            session.session.uploadTask(with: message.urlRequest, from: data)
        case .file(let path, _):
            session.session.uploadTask(with: message.urlRequest, fromFile: URL(fileURLWithPath: path))
        case .chunks:
            session.session.uploadTask(withStreamedRequest: message.urlRequest)
        }
    }
}
#endif
