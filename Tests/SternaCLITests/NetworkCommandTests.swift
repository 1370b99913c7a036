import Sterna
import TestSupport
import Testing

@testable import SternaCLI

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The program in a network of its own (a namespace), which the tests take apart. They need root, as CI has it.
@Suite(.serialized, .timeLimit(.minutes(2)), .enabled(if: Namespace.isPossible, "network namespaces need root"))
struct NetworkCommandTests {
    @Test func `it says what there is, and ends with 6 where there is nothing`() async throws {
        let space = try await Namespace()
        let bare = try await space.run(["network"])
        #expect(bare.code == 6 && bare.text == "unsatisfied: lo (loopback)\n")
        try await space.connect()
        let wired = try await space.run(["network"])
        #expect(wired.code == 0 && wired.text == "satisfied: eth0 (wired), IPv4\n")
    }

    @Test func `each change is seen at once`() async throws {
        let space = try await Namespace()
        try await space.connect()
        let watch = try space.watch()
        try await watch.waits(for: "satisfied: eth0 (wired), IPv4")
        // What is done, and the line that follows. Generous, as the machine may be busy: a second each, mostly 5 ms.
        let changes: [(String, String?)] = [
            ("route del default", "unsatisfied: eth0 (wired)"),
            ("route add default via 192.0.2.1", "satisfied: eth0 (wired), IPv4"),
            ("link set eth0 down", "unsatisfied: lo (loopback)"),
            ("link set eth0 up", "unsatisfied: eth0 (wired)"),
            ("route add default via 192.0.2.1", "satisfied: eth0 (wired), IPv4"),
            ("addr del 192.0.2.2/24 dev eth0", "unsatisfied: "),
            ("-6 addr add 2001:db8::2/64 dev eth0 nodad", "unsatisfied: eth0 (wired)"),
            ("-6 route add default via 2001:db8::1 dev eth0", "satisfied: eth0 (wired), IPv6"),
            ("addr add 192.0.2.2/24 dev eth0", nil),
            ("route add default via 192.0.2.1", "satisfied: eth0 (wired), IPv4 and IPv6"),
            ("link del eth0", "unsatisfied: lo (loopback)"),
        ]
        for (words, line) in changes {
            try await space.ip(words)
            // Without a route the new address changes nothing.
            guard let line else { continue }
            try await watch.waits(for: line, "after “\(words)”")
        }
        #expect(try await watch.end(SIGINT) == 130)
    }

    @Test func `of a thousand changes none is missed, and no descriptor is left`() async throws {
        let space = try await Namespace()
        try await space.connect()
        let watch = try space.watch()
        try await watch.waits(for: "satisfied: eth0 (wired), IPv4")
        let before = watch.descriptors
        let pair = "route del default\nroute add default via 192.0.2.1\n"
        try await space.ip(batch: String(repeating: pair, count: 500))
        try await watch.waits(lines: 1001)
        let lines = watch.lines
        #expect(lines.count == 1001)
        for (number, line) in lines.enumerated() {
            #expect(line == (number % 2 == 0 ? "satisfied: eth0 (wired), IPv4" : "unsatisfied: eth0 (wired)"))
        }
        #expect(watch.descriptors == before)
        #expect(try await watch.end(SIGTERM) == 143)
    }

    @Test func `a download waits out two seconds without a network and goes on where it was`() async throws {
        let space = try await Namespace()
        try await space.connect()
        let server = try await space.serve()
        defer { server.close() }
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let target = folder.path("file")
        let report = folder.path("report.json")
        let download = try space.start([
            "-d", "http://192.0.2.1:\(server.port)/file", "-o", target, "--wait-network", "20", "--report", report,
        ])
        try await until("the download has begun") { (try? Data(contentsOf: folder.url("file.part")).count) ?? 0 > 0 }
        try await space.ip("addr del 192.0.2.2/24 dev eth0")
        await space.resetConnections(to: "192.0.2.1")
        try await Task.sleep(for: .seconds(2))
        try await space.ip("addr add 192.0.2.2/24 dev eth0")
        try await space.ip("route add default via 192.0.2.1")
        let outcome = try await download.outcome()
        #expect(outcome.code == 0, "\(outcome.errorText)")
        #expect(try Data(contentsOf: folder.url("file")) == server.content)
        let text = try String(contentsOfFile: report, encoding: .utf8)
        #expect(text.contains("\"status\":206"), "\(text)")
    }
}

func until(_ what: String, within limit: Duration = .seconds(10), _ holds: () throws -> Bool) async throws {
    let end = ContinuousClock.now + limit
    while try !holds() {
        guard ContinuousClock.now < end else { throw ChildProcess.Failure("not in time: \(what)") }
        try await Task.sleep(for: .milliseconds(2))
    }
}
