import Observation
import Sterna
import SternaTesting
import SternaUI
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct LoaderTests {
    private let gates = Gates()

    /// What a loader has shown, each state once, in words.
    private func states(of loader: Loader<Int>, _ body: () async throws -> Void) async rethrows -> [String] {
        let observer = Observer { Self.words(loader.state) }
        try await body()
        return await observer.settle()
    }

    private static func words(_ state: Loader<Int>.State) -> String {
        switch state {
        case .idle: "idle"
        case .loading(let previous): "loading" + (previous.map { " over \($0)" } ?? "")
        case .success(let value): "success \(value)"
        case .failure(_, let previous): "failure" + (previous.map { " over \($0)" } ?? "")
        }
    }

    @Test func `a load goes from idle over loading to success`() async {
        let loader = Loader { 1 }
        #expect(await states(of: loader) { await loader.load() } == ["idle", "loading", "success 1"])
        #expect(loader.value == 1 && loader.failure == nil && !loader.isLoading)
    }

    @Test func `a failed load shows a message for people, and trying again loads again`() async {
        let results = Lock<[Result<Int, APIError>]>([.failure(APIError(.offline, "no route")), .success(2)])
        let loader = Loader { try results.withLock { $0.removeFirst() }.get() }
        let seen = await states(of: loader) {
            await loader.load()
            #expect(loader.failure?.isOffline == true && loader.failure?.message.contains("onne") == true)
            await loader.reload()
        }
        #expect(seen == ["idle", "loading", "failure", "loading", "success 2"])
    }

    @Test func `the last value stays while it is loaded again, and when that fails`() async {
        let results = Lock<[Result<Int, APIError>]>([.success(1), .failure(APIError(.server, "500")), .success(3)])
        let loader = Loader { try results.withLock { $0.removeFirst() }.get() }
        let seen = await states(of: loader) { for _ in 0..<3 { await loader.reload() } }
        #expect(
            seen == ["idle", "loading", "success 1", "loading over 1", "failure over 1", "loading over 1", "success 3"])
    }

    @Test func `a fresh value is not loaded again, a stale one is`() async {
        let (clock, count) = (ManualClock(), Lock(0))
        let loader = Loader(staleAfter: .seconds(60), clock: clock) {
            count.withLock { count in
                count += 1
                return count
            }
        }
        await loader.load()
        await clock.advance(by: .seconds(59))
        await loader.load()
        #expect(loader.value == 1)
        await clock.advance(by: .seconds(1))
        await loader.load()
        #expect(loader.value == 2)
    }

    @Test func `a task that ends leaves the state as it was`() async {
        let loader = Loader { [gates] in try await gates.value(0) }
        let task = Task { await loader.load() }
        await gates.waitForCalls(1)
        #expect(loader.isLoading)
        task.cancel()
        await task.value
        #expect(loader.state == .idle)
        loader.show(7)
        let other = Task { await loader.reload() }
        await gates.waitForCalls(2)
        loader.cancel()
        await other.value
        #expect(loader.state == .success(7))
    }

    @Test func `the newest source wins, and the late answer and error of an older one are not shown`() async {
        let loader = Loader { 0 }
        for lateOne in [Result<Int, any Error>.success(1), .failure(APIError(.server, "late"))] {
            let gates = Gates()
            let first = Task { await loader.reload { try await gates.value(1) } }
            await gates.waitForCalls(1)
            let second = Task { await loader.reload { try await gates.value(2) } }
            await gates.waitForCalls(2)
            gates.open(2, .success(2))
            await second.value
            gates.open(1, lateOne)
            await first.value
            #expect(loader.state == .success(2))
        }
    }

    /// Loads, answers, failures and cancellations in any order; the clock is the order itself.
    @Test func `of a thousand random interleavings the newest load is shown in each`() async {
        var random = SeededRandom(seed: 20_261_201)
        for round in 0..<1000 {
            let (loader, gates) = (Loader { 0 }, Gates(ignoresCancellation: round % 2 == 0))
            var tasks: [Task<Void, Never>] = []
            var waiting: [Int] = []
            for number in 1...5 {
                tasks.append(Task { await loader.reload { try await gates.value(number) } })
                await gates.waitForCalls(number)
                waiting.append(number)
                while !waiting.isEmpty, random.next() % 3 == 0 {
                    let one = waiting.remove(at: Int(random.next() % UInt64(waiting.count)))
                    let failure = APIError(.server, "\(one)")
                    gates.open(one, random.next() % 4 == 0 ? .failure(failure) : .success(one))
                    if one != number, random.next() % 2 == 0 { tasks[one - 1].cancel() }
                }
            }
            let fails = random.next() % 4 == 0
            for one in waiting.reversed() {
                gates.open(one, fails && one == 5 ? .failure(APIError(.server, "5")) : .success(one))
            }
            for task in tasks { await task.value }
            switch loader.state {
            case .success(let value): #expect(value == 5, "round \(round)")
            case .failure(let failure, _): #expect(failure.error?.detail == "5", "round \(round)")
            default: Issue.record("round \(round) ends as \(loader.state)")
            }
        }
    }

    @Test func `at a real server the requests that were superseded are closed`() async throws {
        let server = try LoopbackServer { request, _ in
            request.target == "/last" ? .json("7") : .script([.wait(.seconds(20)), .close])
        }
        let api = try APIClient(baseURL: server.url) { $0.transport.connectionsPerHost = 200 }
        let loader = Loader { 0 }
        var tasks: [Task<Void, Never>] = []
        for number in 1...100 {
            tasks.append(Task { await loader.reload { try await api.send(Endpoint<Int>(.get, "/\(number)")) } })
            #expect(await server.waitForRequests(number))
        }
        await loader.reload { try await api.send(Endpoint<Int>(.get, "/last")) }
        for task in tasks { await task.value }
        #expect(loader.state == .success(7))
        for number in 1...100 { #expect(await server.waitForClose(connection: number, within: .seconds(5))) }
    }
}
