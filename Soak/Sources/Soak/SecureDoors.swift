import Foundation

/// TLS before plain ports of the loopback, by `socat`, with a certificate made for this run.
final class SecureDoors {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The certificate, which vouches for itself: trust it as an authority.
    let certificate: String
    /// The starts of the URLs, in the order of the ports.
    let urls: [String]
    private let folder: URL
    private let doors: [Process]

    init(to ports: [UInt16]) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("soak-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        certificate = folder.appendingPathComponent("certificate.pem").path
        let key = folder.appendingPathComponent("key.pem").path
        let maker = try Self.start(
            "openssl",
            ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj"]
                + ["/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate])
        maker.waitUntilExit()
        guard maker.terminationStatus == 0 else { throw Failure(description: "openssl made no certificate") }
        var urls: [String] = []
        var doors: [Process] = []
        for port in ports {
            // Above the ports that the system gives to whoever asks for any.
            let own = 61_000 + (Int(getpid()) * 2 + doors.count) % 4000
            let options = "bind=127.0.0.1,reuseaddr,fork,verify=0,cert=\(certificate),key=\(key)"
            doors.append(try Self.start("socat", ["OPENSSL-LISTEN:\(own),\(options)", "TCP:127.0.0.1:\(port)"]))
            urls.append("https://localhost:\(own)")
        }
        (self.urls, self.doors) = (urls, doors)
    }

    /// Waits for the doors to take connections.
    func waitUntilOpen() async throws {
        try await Task.sleep(for: .seconds(1))
        guard doors.allSatisfy(\.isRunning) else {
            throw Failure(description: "socat does not run: see Scripts/install")
        }
    }

    func close() {
        doors.forEach { $0.terminate() }
        try? FileManager.default.removeItem(at: folder)
    }

    private static func start(_ program: String, _ arguments: [String]) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }
}
