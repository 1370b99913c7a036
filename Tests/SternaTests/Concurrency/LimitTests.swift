import Sterna
import SternaTesting
import Testing

@testable import Sterna

/// Waits that end at a limit whatever the operation does.
struct LimitTests {
    @Test func `an operation that takes no notice of its cancellation is no longer waited for`() async throws {
        let (clock, stuck, late) = (ManualClock(autoAdvance: .always), Stuck(), Lock<[Int]>([]))
        let value = try await clock.limiting(to: .seconds(5), late: { value in late.withLock { $0.append(value) } }) {
            await stuck.wait()
            return Task.isCancelled ? 1 : 2
        }
        #expect(value == nil && clock.elapsed == .seconds(5))
        while stuck.count == 0 { await Task.yield() }
        #expect(late.withLock { $0 } == [])
        stuck.release()
        while late.withLock({ $0.isEmpty }) { await Task.yield() }
        #expect(late.withLock { $0 } == [1])
    }

    @Test func `what comes in time is returned, what fails is thrown, and no limit is none`() async throws {
        let clock = ManualClock()
        #expect(try await clock.limiting(to: .seconds(5)) { 7 } == 7)
        #expect(try await clock.limiting(to: nil) { 7 } == 7)
        let nothing = try await clock.limiting(to: .seconds(5)) { Int?.none }
        #expect(nothing == .some(.none))
        let error = await #expect(throws: APIError.self) {
            _ = try await clock.limiting(to: .seconds(5)) { () async throws -> Int in throw APIError(.connect, "x") }
        }
        #expect(error?.kind == .connect)
        while clock.sleeperCount > 0 { await Task.yield() }
    }

    @Test(arguments: [nil, .seconds(60)] as [Duration?])
    func `a caller that is cancelled is let go at once`(_ limit: Duration?) async throws {
        let stuck = Stuck()
        let task = Task { try await ContinuousClock().limiting(to: limit) { await stuck.wait() } }
        while stuck.count == 0 { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        let early = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await ContinuousClock().limiting(to: limit) { await stuck.wait() }
        }
        await #expect(throws: CancellationError.self) { _ = try await early.value }
    }

    @Test func `limits and results that meet lose nothing`() async throws {
        // Every value is either returned or given to whoever takes the late ones.
        let (returned, late) = (Lock(0), Lock(0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<400 {
                group.addTask {
                    let limit = Duration.microseconds(number % 20 * 10)
                    let value = try await ContinuousClock().limiting(
                        to: limit, late: { _ in late.withLock { $0 += 1 } }
                    ) {
                        for _ in 0..<number % 7 { await Task.yield() }
                        return 1
                    }
                    if value != nil { returned.withLock { $0 += 1 } }
                }
            }
            try await group.waitForAll()
        }
        while returned.withLock({ $0 }) + late.withLock({ $0 }) < 400 { await Task.yield() }
        #expect(returned.withLock { $0 } + late.withLock { $0 } == 400)
    }
}

/// One operation for all who ask for it.
struct SingleFlightTests {
    @Test func `those who ask meanwhile share one operation, and each key has its own`() async throws {
        let (flights, stuck, runs) = (SingleFlight<String, Int>(), Stuck(), Lock<[String]>([]))
        @Sendable func ask(_ key: String) async throws -> Int {
            try await flights.run(key) {
                runs.withLock { $0.append(key) }
                await stuck.wait()
                return key == "a" ? 1 : 2
            }
        }
        let tasks = (0..<20).map { number in Task { try await ask(number % 2 == 0 ? "a" : "b") } }
        while stuck.count < 2 { await Task.yield() }
        tasks[0].cancel()
        await #expect(throws: CancellationError.self) { _ = try await tasks[0].value }
        for _ in 0..<100 { await Task.yield() }
        #expect(runs.withLock { $0.sorted() } == ["a", "b"])
        stuck.release()
        for (number, task) in tasks.enumerated().dropFirst() { #expect(try await task.value == number % 2 + 1) }
        let again = Task { try await ask("a") }
        while stuck.count == 0 { await Task.yield() }
        stuck.release()
        #expect(try await again.value == 1 && runs.withLock { $0.count } == 3)
    }

    @Test func `an operation goes on when all have left, and who comes then finds it`() async throws {
        let (flights, stuck, runs) = (SingleFlight<Int, Int>(), Stuck(), Lock(0))
        @Sendable func ask() async throws -> Int {
            try await flights.run(0) {
                runs.withLock { $0 += 1 }
                await stuck.wait()
                try Task.checkCancellation()
                return 5
            }
        }
        let first = Task { try await ask() }
        while stuck.count == 0 { await Task.yield() }
        first.cancel()
        await #expect(throws: CancellationError.self) { _ = try await first.value }
        let second = Task { try await ask() }
        for _ in 0..<100 { await Task.yield() }
        stuck.release()
        #expect(try await second.value == 5 && runs.withLock { $0 } == 1)
    }
}
