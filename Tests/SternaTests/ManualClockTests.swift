import Sterna
import SternaTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct ManualClockTests {
    @Test func `sleepers wake in the order of their moments, with the clock standing there`() async throws {
        let clock = ManualClock()
        let start = clock.now
        let order = Lock<[Duration]>([])
        await withThrowingTaskGroup(of: Void.self) { group in
            for seconds in [3, 1, 2] {
                group.addTask {
                    try await clock.sleep(for: .seconds(seconds))
                    let now = clock.now - start
                    order.withLock { $0.append(now) }
                }
            }
            await clock.waitForSleepers(3)
            await clock.advance(by: .seconds(10))
        }
        #expect(order.withLock { $0 } == [.seconds(1), .seconds(2), .seconds(3)])
        #expect(clock.elapsed == .seconds(10))
    }

    @Test func `nobody wakes before the moment has come`() async throws {
        let clock = ManualClock()
        let task = Task { try await clock.sleep(for: .seconds(2)) }
        await clock.waitForSleepers()
        await clock.advance(by: .milliseconds(1999))
        #expect(clock.sleeperCount == 1)
        await clock.advance(by: .milliseconds(1))
        try await task.value
        #expect(clock.sleeperCount == 0)
    }

    @Test func `a cancelled sleeper throws CancellationError`() async throws {
        let clock = ManualClock()
        let task = Task { try await clock.sleep(for: .seconds(2)) }
        await clock.waitForSleepers()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let late = Task {
            while !Task.isCancelled { await Task.yield() }
            try await clock.sleep(for: .seconds(2))
        }
        late.cancel()
        await #expect(throws: CancellationError.self) { try await late.value }
        #expect(clock.sleeperCount == 0)
    }

    @Test func `the date moves along`() async {
        let date = Date(timeIntervalSince1970: 1000)
        let clock = ManualClock(date: date)
        await clock.advance(by: .milliseconds(1500))
        #expect(clock.date == date.addingTimeInterval(1.5))
    }

    @Test func `with auto-advance a sleep takes no time and is recorded`() async throws {
        let clock = ManualClock(autoAdvance: .always)
        for seconds in [60, 3600] { try await clock.sleep(for: .seconds(seconds)) }
        #expect(clock.slept == [.seconds(60), .seconds(3600)] && clock.elapsed == .seconds(3660))
    }

    @Test func `a long guard does not strike while short sleeps advance the clock`() async throws {
        let clock = ManualClock(autoAdvance: .upTo(.seconds(30)))
        let guardian = Task { try await clock.sleep(for: .seconds(60)) }
        await clock.waitForSleepers()
        for _ in 0..<59 { try await clock.sleep(for: .seconds(1)) }
        #expect(clock.sleeperCount == 1)
        try await clock.sleep(for: .seconds(1))
        try await guardian.value
    }
}
