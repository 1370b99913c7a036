/// TLS before a server that speaks plain HTTP, by `socat`: it takes bytes out of TLS and passes them on as they are, so
/// that a server for tests need not know TLS.
package struct SecureDoor: Sendable {
    private let server: ServerProcess
    /// The port that speaks TLS.
    package let port: UInt16
    /// `https://localhost:port`
    package var url: String { "https://localhost:\(port)" }

    /// Opens a door to a port of 127.0.0.1.
    package init(to target: UInt16, _ authority: TestAuthority) async throws {
        let port = try Loopback.freePort()
        let folder = try TemporaryFolder()
        let door =
            "OPENSSL-LISTEN:\(port),bind=127.0.0.1,reuseaddr,fork,verify=0,cert=\(authority.localhost.certificate)"
            + ",key=\(authority.localhost.key)"
        server = try ChildProcess.serve(
            "socat", [door, "TCP:127.0.0.1:\(target)"], log: folder.path("log"), removing: folder.path)
        self.port = port
        try await server.waitUntilListening(on: [port])
    }

    /// Closes the door.
    package func close() {
        server.stop()
    }
}
