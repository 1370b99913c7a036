/// httpbin under gunicorn on a port of 127.0.0.1, one for all suites.
package struct HTTPBin: Sendable {
    /// The server of this run, started when the first test asks.
    package static func shared() async throws -> HTTPBin { try await one.value }
    private static let one = Task { try await start() }

    /// The port it listens on.
    package let port: UInt16
    /// `http://127.0.0.1:port`
    package var url: String { "http://127.0.0.1:\(port)" }

    private static func start() async throws -> HTTPBin {
        let folder = try TemporaryFolder()
        let port = try Loopback.freePort()
        let server = try ChildProcess.serve(
            "gunicorn",
            ["--bind", "127.0.0.1:\(port)", "--worker-class", "gthread", "--threads", "16", "--worker-tmp-dir"]
                + [folder.path, "--keep-alive", "30", "httpbin:app"],
            log: folder.path("log"))
        try await server.waitUntilListening(on: [port])
        return HTTPBin(port: port)
    }
}
