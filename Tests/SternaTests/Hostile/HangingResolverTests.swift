#if os(Linux)
import Glibc
import Sterna
import SternaTesting
import TestSupport
import Testing

/// A resolver that sleeps must hold nothing up but the call that asked it. The resolver is the C library's, replaced in
/// a process of its own in which the other tests of this suite run.
@Suite(.serialized, .timeLimit(.minutes(3))) struct HangingResolverTests {
    private static let variable = "STERNA_SLOW_RESOLVER"
    private static var isReplaced: Bool { getenv(variable) != nil }

    @Test(.disabled(if: isReplaced)) func `all holds in a process whose resolver sleeps`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let source = try folder.write("resolver.c", Self.resolver)
        let library = folder.path("resolver.so")
        let compiled = try await ChildProcess.run("clang", ["-shared", "-fPIC", "-o", library, source])
        try #require(compiled.code == 0, "\(compiled.errorText)")
        var environment = ProcessInfo.processInfo.environment
        environment[Self.variable] = "5"
        environment["LD_PRELOAD"] = library
        let arguments = ["--testing-library", "swift-testing", "--filter", "HangingResolverTests"]
        let outcome = try await ChildProcess.run(
            "/proc/\(getpid())/exe", arguments, environment: environment, within: .seconds(120))
        #expect(outcome.code == 0, "\(outcome.text)\(outcome.errorText)")
        #expect((outcome.text + outcome.errorText).contains("5 tests"))
    }

    @Test(.enabled(if: isReplaced)) func `a call that waits for the resolver is cancelled within 200 ms`() async throws
    {
        let transport = CurlTransport()
        let shortest = try await shortest { number in
            let call = Task { try await transport.send(HTTPRequest(.get, try URI("http://\(number).slow.test/"))) }
            try await Task.sleep(for: .milliseconds(100))
            let began = ContinuousClock.now
            call.cancel()
            let result = await call.result
            #expect(throws: CancellationError.self) { try result.get() }
            return .now - began
        }
        #expect(shortest < .milliseconds(200))
    }

    @Test(.enabled(if: isReplaced), arguments: [TimeoutPhase.total, .connect])
    func `a limit strikes in time while the resolver sleeps`(phase: TimeoutPhase) async throws {
        let transport = CurlTransport()
        let shortest = try await shortest { number in
            var request = HTTPRequest(.get, try URI("http://\(number).slow.test/"))
            if phase == .total {
                request.timeouts.total = .milliseconds(500)
            } else {
                request.timeouts.connect = .milliseconds(500)
            }
            let began = ContinuousClock.now
            let error = await failure { [request] in try await transport.send(request) }
            #expect(error?.kind == .timedOut(phase))
            return .now - began
        }
        #expect((.milliseconds(300)...(.milliseconds(700))).contains(shortest))
    }

    @Test(.enabled(if: isReplaced)) func `other calls of the transport are not held up, nor is its end`() async throws {
        let server = try LoopbackServer { _, _ in .text("ok") }
        var transport: CurlTransport? = CurlTransport()
        let waiting = try (0..<20).map { number in
            let url = try URI("http://\(number).slow.test/")
            return Task { [transport] in try await transport?.send(HTTPRequest(.get, url)) }
        }
        let url = try URI(server.url)
        let shortest = try await shortest { [transport] _ in
            let began = ContinuousClock.now
            for _ in 0..<20 { _ = try await transport?.send(HTTPRequest(.get, url)) }
            return .now - began
        }
        #expect(shortest < .milliseconds(500))
        for call in waiting { call.cancel() }
        for call in waiting { _ = await call.result }
        transport = nil
        #expect(await server.waitForClose(connection: 1, within: .seconds(1)))
    }

    @Test(.enabled(if: isReplaced)) func `names that are found late are found each time`() async throws {
        let server = try LoopbackServer { _, _ in .text("ok").closing() }
        let transport = CurlTransport()
        // Descriptors of closed connections and of the resolver take the same numbers in turn.
        for number in 0..<12 {
            let began = ContinuousClock.now
            let url = try URI("http://\(number).late.test:\(server.port)/")
            #expect(try await transport.send(HTTPRequest(.get, url)).status == .ok)
            _ = try await transport.send(HTTPRequest(.get, try URI(server.url)))
            #expect(ContinuousClock.now - began < .seconds(2))
        }
    }

    /// The shortest of three times: a busy machine makes it only longer.
    private func shortest(_ measure: (Int) async throws -> Duration) async throws -> Duration {
        var durations: [Duration] = []
        for number in 0..<3 { durations.append(try await measure(number)) }
        return durations.min() ?? .zero
    }

    private static let resolver = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <netdb.h>
        #include <stdlib.h>
        #include <string.h>
        #include <unistd.h>
        typedef int (*lookup)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
        static int ends(const char *name, const char *end) {
            return name && strlen(name) > strlen(end) && !strcmp(name + strlen(name) - strlen(end), end);
        }
        int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **found) {
            lookup next = (lookup)dlsym(RTLD_NEXT, "getaddrinfo");
            if (ends(name, ".slow.test")) {
                sleep(atoi(getenv("STERNA_SLOW_RESOLVER")));
                return EAI_NONAME;
            }
            if (!ends(name, ".late.test")) return next(name, service, hints, found);
            usleep(50000);
            return next("127.0.0.1", service, hints, found);
        }
        """
}
#endif
