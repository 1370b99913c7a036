import Sterna
import TestSupport

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A network of its own for a child process: `eth0` there leads to an interface of the same pair in a second network,
/// which holds the server. Nothing of the machine's own network is touched, and all of it goes with the test.
final class Namespace: Sendable {
    static let isPossible = geteuid() == 0 && access("/proc/self/ns/net", F_OK) == 0

    let name = "sterna-\(UInt32.random(in: 0 ... .max))"
    private var far: String { name + "-far" }

    init() async throws {
        for name in [name, far] {
            try await Self.run("ip", ["netns", "add", name])
            try await Self.run("ip", ["-n", name, "link", "set", "lo", "up"])
        }
    }

    deinit {
        for name in [name, name + "-far"] {
            guard let process = try? ChildProcess.start("ip", ["netns", "del", name]) else { continue }
            // A child that nobody waits for would keep those busy who wait for any.
            Task { try? await process.outcome() }
        }
    }

    /// Lays the line: 192.0.2.2 here, 192.0.2.1 at its far end, and the default route.
    func connect() async throws {
        try await Self.run(
            "ip", ["-n", name, "link", "add", "eth0", "type", "veth", "peer", "name", "eth0", "netns", far])
        for (space, address) in [(name, "192.0.2.2/24"), (far, "192.0.2.1/24")] {
            // No addresses of the link over IPv6, which would come a moment later as changes of their own.
            try await Self.run("ip", ["-n", space, "link", "set", "eth0", "addrgenmode", "none"])
            try await Self.run("ip", ["-n", space, "addr", "add", address, "dev", "eth0"])
            try await Self.run("ip", ["-n", space, "link", "set", "eth0", "up"])
        }
        try await ip("route add default via 192.0.2.1")
    }

    func ip(_ words: String) async throws {
        let words = words.split(separator: " ").map(String.init)
        let family = words.first == "-6" ? ["-6"] : []
        try await Self.run("ip", family + ["-n", name] + words.dropFirst(family.count))
    }

    func ip(batch: String) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try await Self.run("ip", ["-n", name, "-batch", try folder.write("batch", batch)])
    }

    /// Resets the connections to an address, at both ends. What ss says of sockets that it cannot reset is passed over.
    func resetConnections(to address: String) async {
        for (space, words) in [(name, ["dst", address]), (far, ["src", address])] {
            _ = try? await ChildProcess.run("ip", ["netns", "exec", space, "ss", "-K"] + words)
        }
    }

    /// Runs the program within.
    func run(_ words: [String]) async throws -> ChildProcess.Outcome {
        try await start(words).outcome()
    }

    func start(_ words: [String]) throws -> ChildProcess {
        try ChildProcess.start("ip", ["netns", "exec", name, SternaProgram.path] + words)
    }

    func watch() throws -> Watch {
        Watch(process: try start(["network", "--watch"]))
    }

    /// A server of one file at the far end, slow enough to be interrupted.
    func serve() async throws -> FarServer {
        try await FarServer(far)
    }

    fileprivate static func run(_ program: String, _ words: [String]) async throws {
        let outcome = try await ChildProcess.run(program, words)
        guard outcome.code == 0 else { throw ChildProcess.Failure("\(program) \(words): \(outcome.errorText)") }
    }
}

/// `sterna network --watch` while it runs.
final class Watch {
    let process: ChildProcess
    private var seen = 0
    private var isEnded = false

    init(process: ChildProcess) {
        self.process = process
    }

    /// Ends it, also where the test did not come that far.
    func end(_ signal: Int32) async throws -> Int32 {
        process.send(signal)
        isEnded = true
        return try await process.outcome().code
    }

    deinit {
        guard !isEnded else { return }
        process.send(SIGKILL)
        Task { [process] in try? await process.outcome() }
    }

    var lines: [Substring] {
        String(decoding: process.outputSoFar, as: UTF8.self).split(separator: "\n")
    }

    /// The next lines come to be one that begins so; others between are passed over.
    func waits(for line: String, _ remark: String = "") async throws {
        try await until("\(line) \(remark); there is \(lines.suffix(4))", within: .seconds(5)) {
            let isIt = { (seen: Substring) in seen == line || line.hasSuffix(" ") && seen.hasPrefix(line) }
            guard let place = lines.dropFirst(seen).firstIndex(where: isIt)
            else { return false }
            seen = place + 1
            return true
        }
    }

    func waits(lines count: Int) async throws {
        try await until("\(count) lines; there are \(lines.count)", within: .seconds(20)) { lines.count >= count }
    }

    var descriptors: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.pid)/fd").count) ?? -1
    }
}

/// nginx in a namespace: one file of 8 MiB at 1 MiB a second.
struct FarServer {
    let port = 8080
    let content: Data
    private let process: ChildProcess
    private let folder: TemporaryFolder

    init(_ space: String) async throws {
        folder = try TemporaryFolder()
        var bytes = Data(count: 8 << 20)
        for place in stride(from: 0, to: bytes.count, by: 997) { bytes[place] = UInt8.random(in: 0...255) }
        content = bytes
        try content.write(to: folder.url("file"))
        chmod(folder.path, 0o755)
        let configuration = """
            daemon off; worker_processes 1; user root; pid \(folder.path("pid")); error_log \(folder.path("log"));
            events { worker_connections 64; }
            http {
                access_log off; client_body_temp_path \(folder.path("a")); proxy_temp_path \(folder.path("b"));
                fastcgi_temp_path \(folder.path("c")); uwsgi_temp_path \(folder.path("d"));
                scgi_temp_path \(folder.path("e"));
                server { listen 192.0.2.1:8080; root \(folder.path); limit_rate 1m; }
            }
            """
        let file = try folder.write("nginx.conf", configuration)
        process = try ChildProcess.start(
            "ip", ["netns", "exec", space, "nginx", "-p", folder.path, "-c", file])
        let (process, folder) = (process, folder)
        try await until("nginx is up: \(process.errorsSoFar)") {
            FileManager.default.fileExists(atPath: folder.path("pid"))
        }
    }

    func close() {
        process.send(SIGTERM)
        Task { [process, folder] in
            // A child that nobody waits for would keep those busy who wait for any.
            _ = try? await process.outcome()
            folder.remove()
        }
    }
}
