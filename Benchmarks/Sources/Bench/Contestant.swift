import CLoops
import Foundation
import Sterna

/// What one round of a contestant came to.
struct Round {
    var requests = 0
    var failures = 0
    var seconds = 0.0
    var cpuSeconds = 0.0

    var perSecond: Double { Double(requests) / seconds }
    var cpuMicroseconds: Double { cpuSeconds * 1e6 / Double(max(1, requests)) }
}

/// Something that fetches one URL again and again.
struct Contestant: Sendable {
    let name: String
    let run: @Sendable (_ connections: Int, _ seconds: Double) async throws -> (requests: Int, failures: Int)

    /// Runs one round and measures it.
    func measure(_ connections: Int, _ seconds: Double) async throws -> Round {
        let cpu = ProcessFigures.cpuSeconds
        let start = ContinuousClock.now
        let (requests, failures) = try await run(connections, seconds)
        let elapsed = (ContinuousClock.now - start) / .seconds(1)
        return Round(
            requests: requests, failures: failures, seconds: elapsed, cpuSeconds: ProcessFigures.cpuSeconds - cpu)
    }
}

extension Contestant {
    static func poll(_ name: String, _ url: String, authorities: String? = nil, http2: Bool = false) -> Contestant {
        Contestant(name: name) { loop($0, $1, url, authorities, http2, loop_poll) }
    }

    static func epoll(_ name: String, _ url: String, authorities: String? = nil, http2: Bool = false) -> Contestant {
        Contestant(name: name) { loop($0, $1, url, authorities, http2, loop_epoll) }
    }

    private static func loop(
        _ connections: Int, _ seconds: Double, _ url: String, _ authorities: String?, _ http2: Bool,
        _ run: (loop_task) -> loop_result
    ) -> (Int, Int) {
        url.withCString { url in
            let file = authorities.flatMap { strdup($0) }
            defer { free(file) }
            let task = loop_task(
                url: url, authorities: file, transfers: Int32(connections), seconds: seconds, http2: http2 ? 1 : 0)
            let result = run(task)
            return (Int(result.requests), Int(result.failures))
        }
    }

    /// The transport alone: the answer's bytes, not decoded. Its callers run on its own thread, as those of the loops in
    /// C do, or in Swift's pool.
    static func transport(
        _ url: String, inPool: Bool = false, authorities: String? = nil, http2: Bool = false
    ) throws -> Contestant {
        let target = try URI(url)
        return Contestant(name: inPool ? "sterna-transport-pool" : "sterna-transport") { connections, seconds in
            var options = TransportOptions()
            options.connectionsPerHost = http2 ? 1 : connections
            options.tls.authorities = authorities
            let transport = CurlTransport(options)
            let work = { @Sendable in
                await repeating(connections, seconds) {
                    let response = try await transport.send(HTTPRequest(.get, target))
                    guard case .complete = response.body, response.status == .ok else { throw Unexpected() }
                }
            }
            return inPool ? await work() : try await transport.withTransportExecutor(work)
        }
    }

    /// The client: the whole chain, with the answer decoded.
    static func send(_ url: String, inPool: Bool = false) throws -> Contestant {
        Contestant(name: inPool ? "sterna-send-pool" : "sterna-send") { connections, seconds in
            let api = try APIClient(baseURL: url) { $0.transport.connectionsPerHost = connections }
            let endpoint = Endpoint<Item>(.get, "")
            let work = { @Sendable in
                await repeating(connections, seconds) {
                    guard try await api.send(endpoint).id == 1 else { throw Unexpected() }
                }
            }
            return inPool ? await work() : try await api.withTransportExecutor(work)
        }
    }

    /// As many tasks as connections, each calling one after the other until the time is over.
    static func repeating(
        _ tasks: Int, _ seconds: Double, _ call: @escaping @Sendable () async throws -> Void
    ) async -> (Int, Int) {
        let end = ContinuousClock.now + .seconds(seconds)
        return await withTaskGroup(of: (Int, Int).self) { group in
            for _ in 0..<tasks {
                group.addTask {
                    var done = 0
                    var failed = 0
                    while ContinuousClock.now < end {
                        do {
                            try await call()
                            done += 1
                        } catch {
                            failed += 1
                        }
                    }
                    return (done, failed)
                }
            }
            return await group.reduce((0, 0)) { ($0.0 + $1.0, $0.1 + $1.1) }
        }
    }
}

struct Item: Decodable, Sendable {
    let id: Int
    let userId: Int
    let title: String
    let body: String
}

struct Unexpected: Error {}
