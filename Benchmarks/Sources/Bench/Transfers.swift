import Foundation
import FoundationNetworking
import Sterna

/// One large body each way: against the curl program, and with the memory it took.
struct Transfers {
    let options: [String: String]

    func run(into report: inout Report) async throws {
        let rounds = options["transfer-rounds"].flatMap { Int($0) } ?? 5
        for (direction, sterna, curl) in [
            ("down", sternaDown, curlDown), ("up", sternaUp, curlUp), ("to disk", sternaToDisk, curlToDisk),
            ("form up", sternaForm, curlForm),
        ] where options["directions"]?.split(separator: ",").contains(direction[...]) ?? true {
            var ratios: [Double] = []
            var own: [Report.Transfer] = []
            for _ in 0..<rounds {
                let theirs = try await measure("curl", direction, curl)
                own.append(try await measure("sterna", direction, sterna))
                ratios.append(theirs.seconds / own[own.endIndex - 1].seconds)
                report.transfers.append(theirs)
            }
            report.transfers += own
            let (spread, growth) = (Spread(ratios), own.map(\.rss_growth_bytes).max() ?? 0)
            print(
                "\n\(direction): \(own[0].bytes >> 20) MiB, speed against the curl program \(figure(spread.median)) "
                    + "(\(figure(spread.low))…\(figure(spread.high))), memory grew by at most \(growth >> 10) KiB")
            report.ratios.append(
                .init(
                    of: "sterna \(direction)", to: "curl \(direction)", connections: 1, median: spread.median,
                    low: spread.low, high: spread.high))
        }
    }

    private func measure(
        _ name: String, _ direction: String, _ transfer: () async throws -> Int
    ) async throws -> Report.Transfer {
        ProcessFigures.resetPeak()
        let before = ProcessFigures.residentBytes
        let start = ContinuousClock.now
        let bytes = try await transfer()
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        defer { unlink(disk) }
        if direction == "to disk" { try compare(disk, at: 0) }
        if direction == "form up" { try compare(options["received"] ?? "", at: formHead()) }
        return Report.Transfer(
            contestant: name, direction: direction, bytes: bytes, seconds: seconds,
            rss_growth_bytes: name == "curl" ? 0 : max(0, ProcessFigures.peakBytes - before))
    }

    private func sternaDown() async throws -> Int {
        let transport = CurlTransport()
        var timeouts = Timeouts()
        timeouts.total = nil
        let request = HTTPRequest(.get, try URI(options["big"] ?? ""), timeouts: timeouts, delivery: .streamed)
        return try await transport.withTransportExecutor {
            guard case .stream(let body) = try await transport.send(request).body else { throw Unexpected() }
            var count = 0
            for try await chunk in body { count += chunk.count }
            return count
        }
    }

    private func sternaUp() async throws -> Int {
        let transport = CurlTransport()
        var timeouts = Timeouts()
        timeouts.total = nil
        let file = options["file"] ?? ""
        let request = HTTPRequest(.put, try URI(options["sink"] ?? ""), body: .file(file), timeouts: timeouts)
        let response = try await transport.send(request)
        guard response.status.isSuccess else { throw Unexpected() }
        return Int(response.metrics.sentBytes)
    }

    /// Two gigabytes in a form, by the client with its whole chain.
    private func sternaForm() async throws -> Int {
        let api = try APIClient(baseURL: options["sink"] ?? "")
        let form: MultipartForm = [.text("a", "b"), .file("f", options["huge-file"] ?? "")]
        let response = try await api.upload(
            HTTPRequest(.put, try URI(options["sink"] ?? ""), body: try .multipart(form))
        ) { _ in }
        return Int(response.metrics.sentBytes)
    }

    /// Two gigabytes to a file that is on the disk when the call returns, by the client with its whole chain.
    private func sternaToDisk() async throws -> Int {
        let api = try APIClient(baseURL: options["huge"] ?? "")
        return Int(try await api.download(Endpoint<Data>(.get, ""), to: .file(disk)).bytes)
    }

    private func curlToDisk() async throws -> Int {
        let bytes = try runCurl(["-s", "-o", disk, "-w", "%{size_download}", options["huge"] ?? ""])
        let descriptor = open(disk, O_RDWR)
        guard descriptor >= 0, fsync(descriptor) == 0 else { throw Unexpected() }
        close(descriptor)
        return bytes
    }

    private var disk: String { (options["huge-file"] ?? "/tmp/huge") + ".copy" }

    /// Where the file begins in the form that the server keeps: behind the head of the second part.
    private func formHead() throws -> Int {
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: options["received"] ?? ""))
        defer { try? handle.close() }
        let beginning = try handle.read(upToCount: 4096) ?? Data()
        guard let file = beginning.range(of: Data("filename=".utf8)),
            let end = beginning[file.upperBound...].range(of: Data("\r\n\r\n".utf8))
        else { throw Unexpected() }
        return end.upperBound
    }

    /// What came is what was sent.
    private func compare(_ path: String, at offset: Int) throws {
        let file = options["huge-file"] ?? ""
        let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/cmp")
        process.arguments = ["--ignore-initial=\(offset):0", "--bytes=\(size)", path, file]
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Unexpected() }
    }

    private func curlForm() async throws -> Int {
        try runCurl([
            "-s", "-o", "/dev/null", "-w", "%{size_upload}", "-H", "Expect:", "-X", "PUT", "-F", "a=b", "-F",
            "f=@" + (options["huge-file"] ?? ""), options["sink"] ?? "",
        ])
    }

    private func curlDown() async throws -> Int {
        try runCurl(["-s", "-o", "/dev/null", "-w", "%{size_download}", options["big"] ?? ""])
    }

    private func curlUp() async throws -> Int {
        try runCurl([
            "-s", "-o", "/dev/null", "-w", "%{size_upload}", "-H", "Expect:", "-T", options["file"] ?? "",
            options["sink"] ?? "",
        ])
    }

    private func runCurl(_ arguments: [String]) throws -> Int {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0, let bytes = Int(text) else { throw Unexpected() }
        return bytes
    }
}
