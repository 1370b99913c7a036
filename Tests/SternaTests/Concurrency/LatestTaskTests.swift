import Sterna
import SternaTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct LatestTaskTests {
    @Test func `the newest gives its result, older ones none, whatever comes of them`() async throws {
        let latest = LatestTask<Int>()
        let clock = ManualClock()
        // An older one that takes no notice of its cancellation, and one that fails late.
        for isFailing in [false, true] {
            let older = Task {
                await latest.run {
                    await clock.waitForSleepers(1)
                    if isFailing { throw APIError(.server, "late") }
                    return 1
                }
            }
            while !latest.isRunning { await Task.yield() }
            let newer = Task {
                await latest.run {
                    try await clock.sleep(until: clock.now + .seconds(1), tolerance: nil)
                    return 2
                }
            }
            await clock.waitForSleepers(1)
            #expect(await older.value == nil)
            await clock.advance(by: .seconds(1))
            #expect(try await newer.value?.get() == 2 && !latest.isRunning)
        }
    }

    @Test func `a caller that is cancelled cancels its work, and is told so`() async {
        let latest = LatestTask<Int>()
        let clock = ManualClock()
        let task = Task {
            await latest.run {
                try await clock.sleep(until: clock.now + .seconds(1), tolerance: nil)
                return 1
            }
        }
        await clock.waitForSleepers(1)
        task.cancel()
        let result = await task.value
        #expect(throws: CancellationError.self) { try result?.get() }
        #expect(!latest.cancel())
    }

    @Test func `an older request is closed at the server`() async throws {
        let server = try LoopbackServer { request, _ in
            request.target == "/b" ? .json("2") : .script([.wait(.seconds(20)), .close])
        }
        let (api, latest) = (try APIClient(baseURL: server.url), LatestTask<Int>())
        let older = Task { await latest.run { try await api.send(Endpoint<Int>(.get, "/a")) } }
        #expect(await server.waitForRequests(1))
        #expect(try await latest.run { try await api.send(Endpoint<Int>(.get, "/b")) }?.get() == 2)
        #expect(await older.value == nil)
        #expect(await server.waitForClose(connection: 1, within: .seconds(2)))
    }
}
