/// A small REST service on this machine's loopback, to try a client against: the well-known placeholder shape (100
/// posts, 10 users, 500 comments, 200 todos) and routes that fail, wait, redirect, stream and take uploads.
///
/// ```swift
/// let demo = try DemoAPI.start()
/// let api = try APIClient(baseURL: demo.url)
/// let posts: [Post] = try await api.send(.posts)
/// ```
///
/// `GET /` lists its routes. Its data is the same at every start; what is posted is answered and not kept. It stops
/// when it is released.
public final class DemoAPI: Sendable {
    /// The server that it runs on; it has logged the requests when ``start(port:keepsRequests:)`` was told so.
    public let server: LoopbackServer

    private init(server: LoopbackServer) {
        self.server = server
    }

    /// Starts the service.
    ///
    /// - Parameters:
    ///   - port: where to listen on 127.0.0.1 (and on `[::1]`, where there is IPv6). Default: one that the system
    ///     chooses, on 127.0.0.1 alone.
    ///   - keepsRequests: whether ``server`` logs the requests. Default: `false`, so that it can run for long.
    /// - Throws: ``LoopbackFailure`` when the port cannot be had.
    public static func start(port: UInt16 = 0, keepsRequests: Bool = false) throws -> DemoAPI {
        var options = LoopbackServer.Options()
        options.keepsRequests = keepsRequests
        let router = DemoRouter()
        let handler: LoopbackServer.Handler = { request, connection in router.answer(request, on: connection) }
        let both: [LoopbackAddress] = [.ipv4(port: port), .ipv6(port: port)]
        if port != 0, let server = try? LoopbackServer(on: both, options: options, handler) {
            return DemoAPI(server: server)
        }
        return DemoAPI(server: try LoopbackServer(on: [.ipv4(port: port)], options: options, handler))
    }

    /// The start of its URLs, such as `http://127.0.0.1:8080`.
    public var url: String { server.url }

    /// The port on which it listens.
    public var port: UInt16 { server.port }

    /// Stops the service and closes its connections.
    public func stop() {
        server.stop()
    }
}
