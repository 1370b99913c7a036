import Foundation
import Sterna
import SternaTesting
import Testing

/// Callers that run on the thread that carries their calls.
@Suite(.timeLimit(.minutes(1))) struct TransportExecutorTests {
    @Test func `calls of many tasks are answered, all on the one thread`() async throws {
        let server = try LoopbackServer { _, _ in .json(#"{"a":1}"#) }
        let api = try client(of: server)
        let names = try await api.withTransportExecutor {
            try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<40 {
                    group.addTask {
                        for _ in 0..<5 { _ = try await api.send(Endpoint<Thing>(.get, "/")) }
                        return threadName()
                    }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
        }
        #expect(names == ["sterna-curl"])
        #expect(server.requestCount == 200)
        #expect(threadName() != "sterna-curl")
    }

    @Test func `callers elsewhere are answered meanwhile`() async throws {
        let server = try LoopbackServer { _, _ in .json(#"{"a":1}"#) }
        let api = try client(of: server)
        let calls: @Sendable () async throws -> Void = {
            for _ in 0..<50 { _ = try await api.send(Endpoint<Thing>(.get, "/")) }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask { try await calls() }
                group.addTask { try await api.withTransportExecutor(calls) }
            }
            try await group.waitForAll()
        }
        #expect(server.requestCount == 400)
    }

    @Test func `work that yields for ever does not keep the calls from their answers`() async throws {
        let server = try LoopbackServer { _, _ in .json(#"{"a":1}"#) }
        let api = try client(of: server)
        try await api.withTransportExecutor {
            async let answer = api.send(Endpoint<Thing>(.get, "/"))
            let idler = Task { while !Task.isCancelled { await Task.yield() } }
            async let _ = yieldForEver()
            let thing = try await answer
            #expect(thing.a == 1)
            idler.cancel()
        }
    }

    @Test func `a call is cancelled on the wire`() async throws {
        let server = try LoopbackServer(script: [.read, .hang])
        let api = try client(of: server)
        let call = Task {
            try await api.withTransportExecutor { try await api.send(Endpoint<Thing>(.get, "/")) }
        }
        #expect(await server.waitForRequests(1))
        call.cancel()
        #expect(await server.waitForClose(connection: 1, within: .milliseconds(200)))
        await #expect(throws: CancellationError.self) { try await call.value }
    }

    @Test func `a limit in time strikes`() async throws {
        let server = try LoopbackServer(script: [.read, .hang])
        let api = try client(of: server) { $0.timeouts.total = .milliseconds(150) }
        _ = try await api.withTransportExecutor {
            await #expect(throws: APIError.self) { try await api.send(Endpoint<Thing>(.get, "/")) }
        }
    }

    @Test func `a stream is read to its end, and one that is left closes its connection`() async throws {
        let size = 3 << 20
        let server = try LoopbackServer { _, _ in .text(String(repeating: "7", count: size)) }
        let api = try client(of: server)
        try await api.withTransportExecutor {
            guard case .stream(let body) = try await api.stream(Endpoint<Data>(.get, "/")).body else { return }
            var count = 0
            for try await chunk in body { count += chunk.count }
            #expect(count == size)
            guard case .stream(let other) = try await api.stream(Endpoint<Data>(.get, "/")).body else { return }
            for try await _ in other { break }
        }
        #expect(await server.waitForClose(connection: 1, within: .seconds(5)))
    }

    @Test func `a client that is given up meanwhile leaves nobody waiting`() async throws {
        let server = try LoopbackServer { _, _ in .json(#"{"a":1}"#) }
        for _ in 0..<50 {
            let thing = try await client(of: server).inside { api in try await api.send(Endpoint<Thing>(.get, "/")) }
            #expect(thing.a == 1)
            await Task.yield()
        }
    }

    private func client(
        of server: LoopbackServer, _ configure: (inout APIConfiguration) -> Void = { _ in }
    ) throws -> APIClient {
        try APIClient(baseURL: server.url) {
            $0.retry = .never
            configure(&$0)
        }
    }
}

private func yieldForEver() async {
    while !Task.isCancelled { await Task.yield() }
}

private func threadName() -> String {
    let name = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
    return String(name?.split(separator: "\n").first ?? "")
}

extension APIClient {
    fileprivate func inside<Value>(_ operation: (APIClient) async throws -> Value) async throws -> Value {
        try await withTransportExecutor { try await operation(self) }
    }
}
