/// A server of TLS by `openssl s_server`, for what the other servers do not do: old versions, sessions that are taken
/// up again, certificates of the client that are demanded. It answers every GET with a page about the connection.
package struct OpenSSLServer: Sendable {
    private let server: ServerProcess
    /// The port that speaks TLS.
    package let port: UInt16
    /// `https://localhost:port`
    package var url: String { "https://localhost:\(port)" }

    /// Starts a server with a certificate, and with further options of `s_server`.
    package init(_ identity: TestAuthority.Identity, _ options: String...) async throws {
        port = try Loopback.freePort()
        let folder = try TemporaryFolder()
        let words =
            ["s_server", "-accept", "127.0.0.1:\(port)", "-www", "-cert", identity.certificate, "-key", identity.key]
            + options
        server = try ChildProcess.serve("openssl", words, log: folder.path("log"), removing: folder.path)
        try await server.waitUntilListening(on: [port])
    }

    /// Ends the server.
    package func close() {
        server.stop()
    }
}
