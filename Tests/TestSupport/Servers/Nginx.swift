/// nginx on ports of 127.0.0.1, one for all suites: HTTP/1.1 in the clear, HTTP/2 over TLS, and TLS that asks for a
/// client's certificate. It needs no root and writes to a temporary folder alone.
///
/// | path | answer |
/// |---|---|
/// | `/posts.json` | a small JSON list, compressed where asked for |
/// | `/big` | 8 MiB of the bytes 0…250, with ranges and ETag |
/// | `/slow` | the same at 64 KiB/s |
/// | `/sink` | reads any body, answers 204 |
/// | `/store/NAME` | PUT, GET and DELETE of a file |
/// | `/moved` | 302 to `/posts.json` |
/// | `/status/N` | 400, 404, 418, 500, 502, 503 with a page in HTML |
/// | `/httpbin/…` | httpbin behind this proxy |
package struct Nginx: Sendable {
    /// The server of this run, started when the first test asks.
    package static func shared() async throws -> Nginx { try await one.value }
    private static let one = Task { try await start() }

    /// The port of HTTP/1.1.
    package let plainPort: UInt16
    /// The port of TLS.
    package let securePort: UInt16
    /// The port of TLS that wants a client's certificate.
    package let mutualPort: UInt16
    /// `http://127.0.0.1:port`
    package var url: String { "http://127.0.0.1:\(plainPort)" }
    /// `https://localhost:port`
    package var secureURL: String { "https://localhost:\(securePort)" }
    /// `https://localhost:port`, where a client's certificate is wanted.
    package var mutualURL: String { "https://localhost:\(mutualPort)" }

    /// How many bytes `/big` has.
    package static let bigSize = 8 << 20
    /// The content of `/big`.
    package static let big = Data((0..<bigSize).map { UInt8($0 % 251) })
    /// The content of `/posts.json`.
    package static let posts =
        "["
        + (1...20).map { #"{"userId":1,"id":\#($0),"title":"post \#($0)","body":"the text of post \#($0)"}"# }
        .joined(separator: ",") + "]"

    private static func start() async throws -> Nginx {
        let httpbin = try await HTTPBin.shared()
        let authority = try await TestAuthority.shared()
        let folder = try TemporaryFolder()
        let nginx = Nginx(
            plainPort: try Loopback.freePort(), securePort: try Loopback.freePort(), mutualPort: try Loopback.freePort()
        )
        try FileManager.default.createDirectory(atPath: folder.path("store"), withIntermediateDirectories: true)
        try folder.write("posts.json", posts)
        try big.write(to: folder.url("big"))
        let configuration = try folder.write("nginx.conf", nginx.configuration(folder, authority, httpbin))
        let server = try ChildProcess.serve(
            "nginx", ["-p", folder.path, "-c", configuration, "-e", folder.path("log")], log: folder.path("log"))
        try await server.waitUntilListening(on: [nginx.plainPort, nginx.securePort, nginx.mutualPort])
        return nginx
    }

    private func configuration(_ folder: TemporaryFolder, _ authority: TestAuthority, _ httpbin: HTTPBin) -> String {
        """
        daemon off;
        master_process off;
        pid \(folder.path)/pid;
        events { worker_connections 2048; }
        http {
            access_log off;
            client_body_temp_path \(folder.path)/body;
            proxy_temp_path \(folder.path)/proxy;
            fastcgi_temp_path \(folder.path)/fastcgi;
            uwsgi_temp_path \(folder.path)/uwsgi;
            scgi_temp_path \(folder.path)/scgi;
            types { application/json json; }
            default_type application/octet-stream;
            client_max_body_size 0;
            keepalive_requests 100000;
            gzip on;
            gzip_types application/json;
            gzip_min_length 1;
            ssl_certificate \(authority.localhost.certificate);
            ssl_certificate_key \(authority.localhost.key);
            server {
                listen 127.0.0.1:\(plainPort);
        \(Self.locations(folder, httpbin))
            }
            server {
                listen 127.0.0.1:\(securePort) ssl http2;
        \(Self.locations(folder, httpbin))
            }
            server {
                listen 127.0.0.1:\(mutualPort) ssl http2;
                ssl_client_certificate \(authority.certificate);
                ssl_verify_client on;
        \(Self.locations(folder, httpbin))
            }
        }
        """
    }

    private static func locations(_ folder: TemporaryFolder, _ httpbin: HTTPBin) -> String {
        let statuses = [400, 404, 418, 500, 502, 503].map { status in
            """
            location = /status/\(status) {
                default_type text/html;
                return \(status) "<html><body><h1>\(status)</h1></body></html>";
            }
            """
        }
        return """
            root \(folder.path);
            location = /slow { alias \(folder.path)/big; limit_rate 64k; }
            location = /sink { return 204; }
            location /store/ { dav_methods PUT DELETE; }
            location = /moved { return 302 /posts.json; }
            location /httpbin/ { proxy_pass http://127.0.0.1:\(httpbin.port)/; proxy_set_header Host $http_host; }
            """ + "\n" + statuses.joined(separator: "\n")
    }
}
