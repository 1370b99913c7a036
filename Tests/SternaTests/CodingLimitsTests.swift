#if os(Linux)
import Sterna
import SternaTesting
import TestSupport
import Testing

/// Section 8 of the field reports, for each coding: bombs, cuts, what follows the end.
@Suite(.timeLimit(.minutes(1))) struct CodingLimitsTests {
    /// Compresses what the expression makes; `gzip`, `br`, `zstd` and `zlib` are functions of it.
    private func coded(_ expression: String) async throws -> Data {
        let script = """
            import sys, zlib as z, gzip as g, ctypes as c
            def gzip(t): return g.compress(t, 9)
            def zlib(t): return z.compress(t, 9)
            def br(t):
                l = c.CDLL("libbrotlienc.so.1")
                size = c.c_size_t(len(t) // 2 + 4096)
                out = c.create_string_buffer(size.value)
                assert l.BrotliEncoderCompress(2, 24, 0, c.c_size_t(len(t)), t, c.byref(size), out)
                return out.raw[:size.value]
            def zstd(t):
                l = c.CDLL("libzstd.so.1")
                l.ZSTD_compress.restype = c.c_size_t
                out = c.create_string_buffer(len(t) // 2 + 4096)
                size = l.ZSTD_compress(out, c.c_size_t(len(out)), t, c.c_size_t(len(t)), 3)
                return out.raw[:size]
            sys.stdout.buffer.write(\(expression))
            """
        let outcome = try await ChildProcess.run("python3", ["-c", script])
        try #require(outcome.code == 0, "\(outcome.errorText)")
        return outcome.output
    }

    private func answer(_ coding: String, _ body: Data) throws -> LoopbackServer {
        try LoopbackServer { _, _ in
            Answer(
                fields: [.init("Content-Encoding", coding), .init("Content-Type", "text/event-stream")], body: body)
        }
    }

    private static let route = Endpoint<Data>(.get, "/")
    private static let bombs = [
        ("gzip", "gzip(bytes(300 << 20))"), ("deflate", "zlib(bytes(300 << 20))"), ("br", "br(bytes(300 << 20))"),
        ("zstd", "zstd(bytes(300 << 20))"), ("gzip, br", "br(gzip(bytes(300 << 20)))"),
        ("zstd, gzip", "gzip(zstd(bytes(300 << 20)))"),
    ]

    // B67
    @Test(arguments: bombs)
    func `a bomb is stopped at the limit, and memory peaks near it`(coding: String, make: String) async throws {
        let bomb = try await coded(make)
        #expect(bomb.count < 400 << 10)
        let server = try answer(coding, bomb)
        let api = try client(of: server) { $0.bodyLimit = 8 << 20 }
        let (error, growth) = try await peak { await failure { try await api.send(Self.route) } }
        #expect(error?.kind == .tooLarge)
        // The limit itself, twice while the body's buffer grows, and what a decoder keeps.
        #expect(growth < 40 << 20, "\(growth >> 20) MiB")
    }

    // B67
    @Test(arguments: bombs)
    func `a bomb in a stream is stopped by the limit of its lines`(coding: String, make: String) async throws {
        let server = try answer(coding, try await coded(make))
        let api = try client(of: server)
        let (errors, growth) = try await peak {
            [
                await failure { try await all(api.lines(Self.route, limit: 1 << 20)) },
                await failure { try await all(api.events(.live, limit: 1 << 20)) },
            ]
        }
        #expect(errors.map { $0?.kind } == [.tooLarge, .tooLarge])
        #expect(growth < 24 << 20, "\(growth >> 20) MiB")
    }

    // B81
    @Test(arguments: ["gzip", "zlib", "br", "zstd"])
    func `a coded stream that is cut is truncated, whole or streamed`(name: String) async throws {
        let whole = try await coded("\(name)(b'round trip ' * 3000)")
        let text = Data(String(repeating: "round trip ", count: 3000).utf8)
        let coding = name == "zlib" ? "deflate" : name
        let good = try answer(coding, whole)
        #expect(try await client(of: good).send(Self.route) == text)
        for count in [1, 2, whole.count / 2, whole.count - 1] {
            let server = try answer(coding, whole.prefix(count))
            let api = try client(of: server) { $0.retry = .never }
            #expect(await failure { try await api.send(Self.route) }?.kind == .truncated, "\(count)")
            #expect(await failure { try await all(api.chunks(Self.route)) }?.kind == .truncated, "\(count)")
        }
    }

    @Test(arguments: ["gzip", "zlib", "br", "zstd"])
    func `what follows the end of a coded stream is passed over`(name: String) async throws {
        for garbage in [Data([0]), Data("garbage".utf8), Data(repeating: 0, count: 100_000)] {
            let server = try answer(name == "zlib" ? "deflate" : name, try await coded("\(name)(b'text')") + garbage)
            #expect(try await client(of: server).send(Self.route) == Data("text".utf8))
        }
    }

    // B64
    @Test(arguments: ["gzip", "deflate", "br", "zstd", "snappy"])
    func `an answer without a body is empty, whatever its coding`(coding: String) async throws {
        let any = AcceptedStatuses.any
        for (status, method) in [(204, HTTPMethod.get), (304, .get), (200, .head)] {
            let server = try LoopbackServer { _, _ in Answer(status, fields: [.init("Content-Encoding", coding)]) }
            let api = try client(of: server)
            #expect(try await api.send(Endpoint<Data>(method, "/", accepts: any)).isEmpty, "\(status)")
            #expect(try await all(api.chunks(Endpoint<Data>(method, "/", accepts: any))).isEmpty, "\(status)")
        }
    }

    // B65
    @Test(arguments: ["gzip", "br", "zstd"])
    func `a stream that was decoded tells both counts at its end`(coding: String) async throws {
        let body = try await coded("\(coding)(b'a' * 100000)")
        let server = try answer(coding, body)
        let response = try await client(of: server).stream(Self.route)
        #expect(response.fields[.contentLength] == nil && response.fields[.contentEncoding] == nil)
        guard case .stream(let stream) = response.body else { return #expect(Bool(false), "not a stream") }
        #expect(try await all(stream).reduce(0) { $0 + $1.count } == 100_000)
        #expect(stream.metrics?.wireBytes == Int64(body.count) && stream.metrics?.bodyBytes == 100_000)
    }

    /// What an operation gives, and by how much memory was higher meanwhile than before.
    private func peak<Value: Sendable>(_ operation: () async -> Value) async throws -> (Value, Int) {
        try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
        let before = ProcessUsage.now().residentBytes
        let value = await operation()
        let status = try String(contentsOf: URL(fileURLWithPath: "/proc/self/status"), encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        let kilobytes = line.flatMap { Int($0.split(whereSeparator: { !$0.isNumber }).first ?? "") }
        return (value, (try #require(kilobytes) << 10) - before)
    }
}
#endif
