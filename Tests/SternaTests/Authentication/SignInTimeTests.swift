import Sterna
import SternaTesting
import Testing

/// How long a sign-in may take.
struct SignInTimeTests {
    private let me = Endpoint<Int>(.get, "/me", requiresAuthentication: true)

    private func timed(_ total: Duration) -> Endpoint<Int> {
        var endpoint = me
        endpoint.timeouts = Timeouts(total: total)
        return endpoint
    }

    private func server(valid: String = "new") throws -> LoopbackServer {
        try LoopbackServer { request, _ in
            request["Authorization"] == "Bearer \(valid)" ? .json("1") : .json("{}", status: 401)
        }
    }

    /// Where the provider hangs: for the token, before its end, or after a 401.
    private enum Place: CaseIterable { case current, early, late }

    @Test(arguments: [0, 1, 2])
    func `a call ends with its own time although its provider takes no notice`(_ number: Int) async throws {  // B57
        let (server, stuck, place) = (try server(), Stuck(), Place.allCases[number])
        let end = place == .early ? Date() : nil
        let api = try client(of: server) {
            $0.authentication = .bearer(
                current: {
                    if place == .current { await stuck.wait() }
                    return AccessToken("old", expiresAt: end)
                },
                refresh: { _ in
                    await stuck.wait()
                    return "new"
                })
        }
        let start = ContinuousClock.now
        let error = await failure { try await api.send(timed(.milliseconds(300))) }
        let took = ContinuousClock.now - start
        #expect(error?.kind == .timedOut(.total))
        #expect((.milliseconds(290)...(.seconds(5))).contains(took), "\(took)")
        #expect(server.requestCount == (place == .late ? 1 : 0) && error?.attempts.count == server.requestCount)
    }

    @Test func `a call that is cancelled does not wait for its provider`() async throws {
        let (server, stuck) = (try server(), Stuck())
        let api = try client(of: server) {
            $0.timeouts.total = nil
            $0.authentication = .bearer(current: {
                await stuck.wait()
                return "old"
            })
        }
        let call = Task { try await api.send(me) }
        while stuck.count == 0 { await Task.yield() }
        call.cancel()
        await #expect(throws: CancellationError.self) { _ = try await call.value }
        #expect(server.requestCount == 0)
    }

    @Test func `a renewal goes on for those who have more time`() async throws {
        let (server, stuck, renewals) = (try server(), Stuck(), Lock(0))
        let api = try client(of: server) {
            $0.authentication = .bearer(current: { "old" }) { _ in
                renewals.withLock { $0 += 1 }
                await stuck.wait()
                return "new"
            }
        }
        let patient = Task { try await api.send(timed(.seconds(20))) }
        let error = await failure { try await api.send(timed(.milliseconds(300))) }
        #expect(error?.kind == .timedOut(.total))
        await server.waitForRequests(2)
        while stuck.count == 0 { await Task.yield() }
        stuck.release()
        #expect(try await patient.value == 1 && renewals.withLock { $0 } == 1)
        #expect(server.requestCount == 3)
    }

    @Test func `a renewal that hangs is given up at its limit, and the next call begins a new one`() async throws {
        let hangs = Lock(true)
        let shop = try LoopbackServer { request, _ in
            guard request.path == "/token" else {
                return request["Authorization"] == "Bearer new" ? .json("1") : .json("{}", status: 401)
            }
            return hangs.withLock { $0 } ? .script([.hang]) : .text("new")
        }
        let own = try client(of: shop) { $0.retry = .never }
        var policy = RefreshPolicy()
        policy.limit = .milliseconds(400)
        let api = try client(of: shop) { [policy] in
            $0.authentication = .bearer(policy: policy, current: { "old" }) { _ in
                AccessToken(Secret(try await own.send(Endpoint<String>(.post, "/token"))))
            }
        }
        let kinds = await withTaskGroup(of: APIError.Kind?.self) { group in
            for _ in 0..<5 { group.addTask { await failure { try await api.send(me) }?.kind } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(kinds.count == 5 && kinds.allSatisfy { $0 == .timedOut(.total) })
        #expect(shop.requests.filter { $0.path == "/token" }.count == 1)
        #expect(shop.requests.filter { $0.path == "/me" }.count == 5)
        hangs.withLock { $0 = false }
        #expect(try await api.send(me) == 1)
        #expect(shop.requests.filter { $0.path == "/token" }.count == 2)
    }

    @Test func `a renewal that takes no notice of its limit holds nobody up`() async throws {
        let (server, stuck, renewals) = (try server(), Stuck(), Lock(0))
        var policy = RefreshPolicy()
        policy.limit = .milliseconds(200)
        let api = try client(of: server) { [policy] in
            $0.authentication = .bearer(policy: policy, current: { "old" }) { _ in
                let isFirst = renewals.withLock { renewals in
                    renewals += 1
                    return renewals == 1
                }
                if isFirst { await stuck.wait() }
                return "new"
            }
        }
        #expect(await failure { try await api.send(me) }?.kind == .timedOut(.total))
        #expect(try await api.send(me) == 1 && renewals.withLock { $0 } == 2)
    }

    @Test func `a call whose token cannot be renewed is not sent again for that`() async throws {
        let (server, renewals) = (try server(), Lock(0))
        let clock = ManualClock(autoAdvance: .upTo(.seconds(5)))
        let nowhere = try APIClient(baseURL: "http://127.0.0.1:1") { $0.retry = .never }
        let api = try client(of: server) {
            $0.clock = clock
            $0.authentication = .bearer(current: { "old" }) { _ in
                renewals.withLock { $0 += 1 }
                return AccessToken(Secret(try await nowhere.send(Endpoint<String>(.post, "/token"))))
            }
        }
        let error = await failure { try await api.send(me) }
        #expect(error?.kind == .connect && error?.detail.hasPrefix("the token could not be renewed: ") == true)
        #expect(error?.attempts.map(\.status) == [401] && error?.request?.url.path == "/me")
        #expect(error?.response?.status == 401)
        #expect(server.requestCount == 1 && renewals.withLock { $0 } == 1)
    }

    @Test func `a provider that fails in its own way is a technical failure, and no cancellation`() async throws {
        struct Locked: Error {}
        let server = try server()
        for failure in [Locked(), CancellationError()] as [any Error] {
            let api = try client(of: server) { $0.authentication = .bearer(current: { throw failure }) }
            let error = await SternaTests.failure { try await api.send(me) }
            #expect(error?.family == .technical && error?.detail.contains("the credential could not be had") == true)
        }
        #expect(server.requestCount == 0)
    }
}
