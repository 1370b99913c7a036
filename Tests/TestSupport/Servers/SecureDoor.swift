/// TLS before a server that speaks plain HTTP, by `socat`: it takes bytes out of TLS and passes them on as they are, so
/// that a server for tests need not know TLS.
package struct SecureDoor: Sendable {
    private let server: ServerProcess
    /// The port that speaks TLS.
    package let port: UInt16
    /// `https://localhost:port`
    package var url: String { "https://localhost:\(port)" }

    /// Opens a door to a port of 127.0.0.1.
    ///
    /// - Parameters:
    ///   - identity: what the door shows; `nil` for the authority's own certificate for `localhost`.
    ///   - options: further options of socat, each with a comma before it.
    package init(
        to target: UInt16, _ authority: TestAuthority, as identity: TestAuthority.Identity? = nil, options: String = ""
    ) async throws {
        let identity = identity ?? authority.localhost
        let port = try Loopback.freePort()
        let folder = try TemporaryFolder()
        let door =
            "OPENSSL-LISTEN:\(port),bind=127.0.0.1,reuseaddr,fork,verify=0,cert=\(identity.certificate)"
            + ",key=\(identity.key)" + options
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
