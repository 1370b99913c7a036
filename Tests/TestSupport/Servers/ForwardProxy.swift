/// A real proxy of HTTP: it forwards plain requests and opens tunnels (RFC 9110 §9.3.6), asks for credentials when told
/// to, and writes down the head of whatever reaches it.
package struct ForwardProxy: Sendable {
    private let server: ServerProcess
    private let folder: TemporaryFolder
    /// The port of 127.0.0.1 on which it listens.
    package let port: UInt16

    /// Starts a proxy.
    ///
    /// - Parameters:
    ///   - credentials: `user:password` that it asks for; `nil` lets everybody through.
    ///   - identity: what it shows when it speaks TLS itself; `nil` for plain HTTP.
    package init(credentials: String? = nil, identity: TestAuthority.Identity? = nil) async throws {
        port = try Loopback.freePort()
        folder = try TemporaryFolder()
        let script = try folder.write("proxy.py", Self.script)
        let words = [script, String(port), folder.path("heads"), credentials ?? ""]
        server = try ChildProcess.serve(
            "python3", words + (identity.map { [$0.certificate, $0.key] } ?? []), log: folder.path("log"),
            removing: folder.path)
        try await server.waitUntilListening(on: [port])
    }

    /// The heads of the requests that reached it, in their order.
    package var heads: [String] {
        let text = (try? String(contentsOf: folder.url("heads"), encoding: .utf8)) ?? ""
        return text.components(separatedBy: "\u{0}").filter { !$0.isEmpty }
    }

    /// Ends the proxy.
    package func close() {
        server.stop()
    }

    private static let script = #"""
        import base64, socket, ssl, sys, threading
        from urllib.parse import urlsplit

        port, log, credentials = int(sys.argv[1]), open(sys.argv[2], "w"), sys.argv[3]
        wanted = "Basic " + base64.b64encode(credentials.encode()).decode()
        lock = threading.Lock()

        def head(connection):
            data = b""
            while b"\r\n\r\n" not in data:
                piece = connection.recv(65536)
                if not piece:
                    return None, b""
                data += piece
            head, rest = data.split(b"\r\n\r\n", 1)
            return head.decode("latin-1"), rest

        def pump(source, target):
            try:
                while True:
                    piece = source.recv(65536)
                    if not piece:
                        break
                    target.sendall(piece)
                target.shutdown(socket.SHUT_WR)
            except OSError:
                pass

        def serve(connection):
            text, rest = head(connection)
            if text is None:
                return
            with lock:
                log.write(text + "\0")
                log.flush()
            first, *lines = text.split("\r\n")
            method, target, _ = first.split(" ")
            fields = [line.split(": ", 1) for line in lines if ": " in line]
            sent = [value for name, value in fields if name.lower() == "proxy-authorization"]
            if credentials and sent != [wanted]:
                connection.sendall(b"HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n"
                                   b"Set-Cookie: proxy=1\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno")
                return
            if method == "CONNECT":
                host, number = target.rsplit(":", 1)
                try:
                    other = socket.create_connection((host.strip("[]"), int(number)))
                except OSError:
                    connection.sendall(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")
                    return
                connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
            else:
                url = urlsplit(target)
                other = socket.create_connection((url.hostname, url.port or 80))
                kept = [f"{n}: {v}" for n, v in fields if not n.lower().startswith("proxy-")]
                path = (url.path or "/") + ("?" + url.query if url.query else "")
                other.sendall("\r\n".join([f"{method} {path} HTTP/1.1", *kept, "", ""]).encode("latin-1"))
            other.sendall(rest)
            threading.Thread(target=pump, args=(connection, other), daemon=True).start()
            pump(other, connection)

        def guarded(connection):
            try:
                if len(sys.argv) > 4:
                    connection = context.wrap_socket(connection, server_side=True)
                serve(connection)
            except OSError:
                pass
            finally:
                connection.close()

        if len(sys.argv) > 4:
            context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
            context.load_cert_chain(sys.argv[4], sys.argv[5])
        listener = socket.create_server(("127.0.0.1", port))
        while True:
            accepted, _ = listener.accept()
            threading.Thread(target=guarded, args=(accepted,), daemon=True).start()
        """#
}
