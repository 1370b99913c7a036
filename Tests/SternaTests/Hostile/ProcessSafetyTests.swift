#if os(Linux)
import Glibc
import Sterna
import SternaTesting
import TestSupport
import Testing

/// Section 13 of the field reports: what a client does to the process that it lives in. Each test has a process of its
/// own, as its figures are of the whole process.
@Suite(.serialized, .timeLimit(.minutes(3))) struct ProcessSafetyTests {
    // B101
    @Test func `two hundred clients created and dropped leave no thread and no descriptor`() async {
        await #expect(processExitsWith: .success) {
            // What the runtime sets up once is no leak.
            _ = try await DisposalTrial(seed: 1, transports: 20).run { CurlTransport() }
            let before = try await settledUsage { _ in engineThreads() == 0 }
            let report = try await DisposalTrial(seed: 2, transports: 200).run { CurlTransport() }
            #expect(report.isGood, "\(report)")
            let after = try await settledUsage { engineThreads() == 0 && $0.descriptors <= before.descriptors }
            #expect(engineThreads() == 0)
            #expect(after.threads <= before.threads, "\(before), then \(after)")
            #expect(after.descriptors <= before.descriptors, "\(before), then \(after)")
        }
    }

    // B101
    @Test func `ten thousand requests take no more memory and descriptors than the first thousand`() async {
        await #expect(processExitsWith: .success) {
            let transport = CurlTransport()
            _ = try await EnduranceTrial(requests: 2000).run(transport)
            let before = try await settledUsage { _ in false }
            let report = try await EnduranceTrial(requests: 10_000).run(transport)
            #expect(report.isGood, "\(report)")
            let after = try await settledUsage { $0.descriptors <= before.descriptors }
            #expect(after.descriptors <= before.descriptors, "\(before), then \(after)")
            #expect(after.residentBytes - before.residentBytes < 16 << 20, "\(before), then \(after)")
        }
    }

    /// OpenSSL was taken apart at the exit while other threads began calls: one process in some hundred crashed.
    @Test func `a process that exits while calls begin exits`() async {
        for number in 0..<40 {
            await #expect(processExitsWith: .exitCode(7)) { [number = number as Int] in
                let server = try LoopbackServer(script: [.read, .hang])
                for _ in 0..<4 {
                    let url = try URI(server.url)
                    Task.detached { _ = try await CurlTransport().send(HTTPRequest(.get, url)) }
                }
                // Somewhere within the first two milliseconds of the calls.
                usleep(useconds_t(number * 50))
                Glibc.exit(7)
            }
        }
    }

    @Test func `a client with kept connections and nothing to do uses no processor`() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer { _, _ in .json("[]") }
            let transport = CurlTransport()
            for _ in 0..<20 { _ = try await transport.send(HTTPRequest(.get, try URI(server.url))) }
            try await Task.sleep(for: .milliseconds(300))
            let before = processorTime()
            try await Task.sleep(for: .seconds(2))
            let used = processorTime() - before
            #expect(used < .milliseconds(20), "\(used) of the processor in two idle seconds")
            withExtendedLifetime(transport) {}
        }
    }

    // B101
    @Test func `descriptors that others opened stay open and theirs while requests run`() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer { request, _ in
                request.path == "/close"
                    ? .text("ok").closing() : request.path == "/reset" ? .script([.reset]) : .text("ok")
            }
            let transport = CurlTransport()
            let paths = ["/", "/close", "/reset", "/"]
            await withTaskGroup(of: Void.self) { group in
                for worker in 0..<4 {
                    group.addTask {
                        for number in 0..<125 {
                            let url = try? URI(server.url + paths[(worker + number) % paths.count])
                            _ = try? await transport.send(HTTPRequest(.get, url!))
                        }
                    }
                    group.addTask {
                        for number in 0..<250 {
                            let file = OwnPipe()
                            if number % 3 == 0 {
                                try? await Task.sleep(for: .milliseconds(1))
                            } else {
                                await Task.yield()
                            }
                            #expect(file.isIntact)
                        }
                    }
                }
            }
        }
    }

    // B101
    @Test func `a child process inherits no connection, so that closing one closes it`() async throws {
        let server = try LoopbackServer { _, _ in .text("ok") }
        var transport: CurlTransport? = CurlTransport()
        _ = try await transport?.send(HTTPRequest(.get, try URI(server.url)))
        let child = spawn("/bin/sleep", "20")
        defer {
            kill(child, SIGKILL)
            waitpid(child, nil, 0)
        }
        transport = nil
        #expect(await server.waitForClose(connection: 1, within: .seconds(2)))
    }

    // B100
    @Test(arguments: [false, true])
    func `a server that closes while big uploads run ends no process`(isSecure: Bool) async throws {
        let server = try LoopbackServer(script: [.readHead, .readBody(upTo: 100_000), .reset])
        let authority = try await TestAuthority.shared()
        let door = isSecure ? try await SecureDoor(to: server.port, authority) : nil
        defer { door?.close() }
        var options = TransportOptions()
        options.tls.authorities = authority.certificate
        let url = try URI(door?.url ?? server.url)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<16 {
                group.addTask { [options] in
                    let transport = CurlTransport(options)
                    for _ in 0..<3 {
                        let request = HTTPRequest(.put, url, body: .data(Data(count: 20 << 20)))
                        let error = await failure { try await transport.send(request) }
                        #expect(error?.kind == .connectionLost, "\(String(describing: error))")
                    }
                }
            }
        }
    }
}

/// Waits until something is true of the process; what it takes then, or after ten seconds.
private func settledUsage(until isTrue: (ProcessUsage) -> Bool) async throws -> ProcessUsage {
    let deadline = ContinuousClock.now + .seconds(10)
    // Idle threads of the runtime and of the test's servers end by and by.
    try await Task.sleep(for: .milliseconds(500))
    while true {
        let usage = ProcessUsage.now()
        if isTrue(usage) || ContinuousClock.now > deadline { return usage }
        try await Task.sleep(for: .milliseconds(20))
    }
}

/// How many threads of transports there are.
private func engineThreads() -> Int {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    let names = tasks.map { (try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)) ?? "" }
    return names.count { $0.hasPrefix("sterna-curl") }
}

/// A pipe of the test's own that nobody else may touch.
private final class OwnPipe {
    private let descriptor: Int32
    private let other: Int32
    private let identity: UInt64

    init() {
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        (descriptor, other) = (ends[0], ends[1])
        identity = Self.identity(of: descriptor)
    }

    deinit {
        close(descriptor)
        close(other)
    }

    /// Whether the descriptor is still the pipe that was made.
    var isIntact: Bool { fcntl(descriptor, F_GETFD) >= 0 && Self.identity(of: descriptor) == identity }

    private static func identity(of descriptor: Int32) -> UInt64 {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? UInt64(status.st_ino) << 8 ^ UInt64(status.st_dev) : 0
    }
}

/// Starts a program without closing anything for it, as careless code does.
private func spawn(_ path: String, _ argument: String) -> pid_t {
    let words = [strdup(path), strdup(argument), nil]
    defer { words.forEach { free($0) } }
    var child: pid_t = 0
    posix_spawn(&child, path, nil, nil, words, environ)
    return child
}

/// What all threads of the process have taken of the processor so far.
private func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
#endif
