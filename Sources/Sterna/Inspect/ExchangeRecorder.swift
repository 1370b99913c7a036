/// Keeps what a client sends and receives, for a look at it later or for export as HAR.
///
/// ```swift
/// let recorder = ExchangeRecorder()
/// let api = try APIClient(baseURL: "https://api.example.com") { $0.recorder = recorder }
/// …
/// try HAR(recorder.exchanges).write(to: "session.har")
/// ```
///
/// Every attempt is an exchange of its own: retries, redirects, and requests for a new token through the same client. A
/// stream is recorded as it is read, without being held back.
public final class ExchangeRecorder: Sendable {
    private struct State: Sendable {
        var exchanges: [Exchange] = []
        /// The number of the first that is still kept.
        var first = 0
    }

    /// How much is kept of each body, in bytes.
    public let bodyLimit: Int
    /// How many exchanges are kept; the oldest goes first.
    public let capacity: Int
    private let observe: @Sendable (Exchange) -> Void
    private let state = Lock(State())

    /// A recorder.
    ///
    /// - Parameters:
    ///   - bodyLimit: how much is kept of each body, in bytes. Default: 64 KiB.
    ///   - capacity: how many exchanges are kept; the oldest goes first. Default: 1000.
    ///   - observe: is called when the head of an answer has come, and when an attempt has failed before that, in the
    ///     attempt's own task.
    public init(
        bodyLimit: Int = 64 << 10, capacity: Int = 1000, observe: @escaping @Sendable (Exchange) -> Void = { _ in }
    ) {
        self.bodyLimit = max(0, bodyLimit)
        self.capacity = max(1, capacity)
        self.observe = observe
    }

    /// What was recorded so far, in the order in which it began.
    public var exchanges: [Exchange] { state.withLock { $0.exchanges } }

    /// Forgets what was recorded so far.
    public func clear() {
        state.withLock { state in
            state.first += state.exchanges.count
            state.exchanges = []
        }
    }

    /// Keeps a request, and gives the number under which what becomes of it is kept.
    func begin(_ request: HTTPRequest, at date: Date) -> Int {
        let exchange = Exchange(request, at: date, keeping: bodyLimit)
        return state.withLock { state in
            if state.exchanges.count == capacity {
                state.exchanges.removeFirst()
                state.first += 1
            }
            state.exchanges.append(exchange)
            return state.first + state.exchanges.count - 1
        }
    }

    /// Changes an exchange unless it is forgotten already.
    @discardableResult
    func update(_ number: Int, _ change: (inout Exchange) -> Void) -> Exchange? {
        state.withLock { state in
            let index = number - state.first
            guard state.exchanges.indices.contains(index) else { return nil }
            change(&state.exchanges[index])
            return state.exchanges[index]
        }
    }

    /// Changes an exchange, and shows it to whoever watches.
    func announce(_ number: Int, _ change: (inout Exchange) -> Void) {
        if let exchange = update(number, change) { observe(exchange) }
    }
}
