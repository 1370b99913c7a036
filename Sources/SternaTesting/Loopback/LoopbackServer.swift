/// A server of HTTP/1.1 on this machine's loopback, for tests: it sends exactly what it is told and records every byte
/// that it receives.
///
/// ```swift
/// let server = try LoopbackServer { request, _ in
///     request.path == "/posts" ? .json("[]") : .text("nothing here", status: 404)
/// }
/// let api = try APIClient(baseURL: server.url)
/// ```
///
/// Each connection has a thread of its own, so that a closure may wait and compute as it likes. Where the bytes or
/// their timing are the subject, give a ``Script`` in place of a closure. The server stops when it is released.
public final class LoopbackServer: Sendable {
    /// Answers one request. It runs on the connection's thread; what it throws is answered as a 500 with its text.
    public typealias Handler = @Sendable (ReceivedRequest, LoopbackConnection) throws -> Answer

    /// What a server keeps of what it receives.
    public struct Options: Hashable, Sendable {
        /// The most bytes of a request's body that are kept; the rest is read and counted. Default: 64 MiB.
        public var bodyLimit = 64 << 20
        /// Whether requests are logged; turn it off for load tests. Default: `true`.
        public var keepsRequests = true

        /// The defaults.
        public init() {}
    }

    private let core: ServerCore

    /// A server that answers each request with what `handler` returns.
    ///
    /// - Parameters:
    ///   - addresses: where to listen. Default: 127.0.0.1, on a port that the system chooses.
    ///   - options: what is kept of the requests.
    ///   - handler: called on the connection's thread, for one request of a connection after the other.
    /// - Throws: ``LoopbackFailure`` when an address cannot be had.
    public convenience init(
        on addresses: [LoopbackAddress] = [.ipv4()], options: Options = Options(), _ handler: @escaping Handler
    ) throws {
        try self.init(on: addresses, options: options) { connection in
            while let request = connection.readRequest() {
                guard connection.send(Self.answer(request, connection, handler), to: request) else { return }
            }
        }
    }

    /// A server that plays the first script on its first connection, the second on its second, and so on; the last
    /// script serves all later connections too.
    ///
    /// - Throws: ``LoopbackFailure`` when an address cannot be had, or there is no script.
    public convenience init(
        on addresses: [LoopbackAddress] = [.ipv4()], options: Options = Options(), scripts: [Script]
    ) throws {
        guard let last = scripts.last else {
            throw LoopbackFailure("start a LoopbackServer", reason: "`scripts` is empty; give at least one")
        }
        try self.init(on: addresses, options: options) { connection in
            let script = connection.number <= scripts.count ? scripts[connection.number - 1] : last
            _ = connection.play(script)
        }
    }

    /// A server that plays one script on each connection.
    ///
    /// - Throws: ``LoopbackFailure`` when an address cannot be had.
    public convenience init(
        on addresses: [LoopbackAddress] = [.ipv4()], options: Options = Options(), script: Script
    ) throws {
        try self.init(on: addresses, options: options, scripts: [script])
    }

    private init(
        on addresses: [LoopbackAddress], options: Options, service: @escaping @Sendable (LoopbackConnection) -> Void
    ) throws {
        let log = ServerLog(keepsRequests: options.keepsRequests)
        core = try ServerCore(on: addresses, log: log, bodyLimit: options.bodyLimit, service: service)
        core.start()
    }

    deinit {
        core.stop()
    }

    /// Closes the listeners and every connection, and waits until their threads have ended.
    public func stop() {
        core.stop()
    }

    private static func answer(
        _ request: ReceivedRequest, _ connection: LoopbackConnection, _ handler: Handler
    ) -> Answer {
        do { return try handler(request, connection) } catch { return .text("\(error)\n", status: 500) }
    }
}

extension LoopbackServer {
    /// Where it listens, in the order asked for, with the ports that it got.
    public var addresses: [LoopbackAddress] { core.listeners.map(\.address) }

    /// The start of URLs that reach its first address, such as `http://127.0.0.1:40123`.
    public var url: String { addresses[0].url }

    /// The starts of URLs that reach its addresses.
    public var urls: [String] { addresses.map(\.url) }

    /// The port of its first address; 0 when that is a unix socket.
    public var port: UInt16 { addresses[0].port ?? 0 }

    /// The requests so far, in the order in which their heads were complete.
    public var requests: [ReceivedRequest] { core.log.snapshot.requests }

    /// How many requests came, also when they are not kept.
    public var requestCount: Int { core.log.requestCount }

    /// The connections so far, in the order in which they were accepted.
    public var connections: [ConnectionRecord] { core.log.snapshot.connections }
}

extension LoopbackServer {
    /// Waits until the heads of `count` requests have come; `false` when they have not within `limit`.
    @discardableResult
    public func waitForRequests(_ count: Int, within limit: Duration = .seconds(10)) async -> Bool {
        await wait(within: limit) { $0.requestCount >= count }
    }

    /// Waits until `count` connections were accepted; `false` when they were not within `limit`.
    @discardableResult
    public func waitForConnections(_ count: Int, within limit: Duration = .seconds(10)) async -> Bool {
        await wait(within: limit) { $0.connections.count >= count }
    }

    /// Waits until the client has closed the connection of that number; `false` when it has not within `limit`.
    ///
    /// For the exact moment see ``ConnectionRecord/closedByPeerAt``.
    @discardableResult
    public func waitForClose(connection number: Int = 1, within limit: Duration = .seconds(10)) async -> Bool {
        await wait(within: limit) { $0.connections.count >= number && $0.connections[number - 1].closedByPeerAt != nil }
    }

    private func wait(within limit: Duration, until isTrue: (ServerLog.Entries) -> Bool) async -> Bool {
        let deadline = ContinuousClock.now + limit
        while !isTrue(core.log.snapshot) {
            guard ContinuousClock.now < deadline, !Task.isCancelled else { return false }
            try? await Task.sleep(for: .milliseconds(1))
        }
        return true
    }
}
