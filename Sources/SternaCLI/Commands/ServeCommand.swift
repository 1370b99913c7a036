import Sterna
import SternaTesting

/// `sterna serve`: the demo API in the foreground, until it is interrupted.
struct ServeCommand: Sendable {
    private let port: Int

    init(port: Int) {
        self.port = port
    }

    /// Serves until the task is cancelled.
    func run() async -> Int32 {
        do {
            let server = try DemoAPI.start(port: UInt16(port))
            defer { server.stop() }
            try? DescriptorWriter.output.write("\(server.url)\n")
            try? DescriptorWriter.error.write(
                "the demo API is up; try: sterna \(server.url)/posts/1 (Ctrl-C ends it)\n")
            while true { try await Task.sleep(for: .seconds(3600)) }
        } catch is CancellationError {
            return 130
        } catch {
            let advice = "give another with --port N, or --port 0 for any free one"
            try? DescriptorWriter.error.write("sterna: cannot serve on port \(port): \(error)\n  \(advice)\n")
            return 9
        }
    }
}
