import Foundation
import Sterna

/// Many clients and one server that fails for a minute, in virtual time: steps of a millisecond.
///
/// Each client makes a call in every period, at a moment of its own. The server answers half as many requests again as
/// come in good times; what is more gets a 503, as does everything during the outage.
struct Storm {
    struct Attempt {
        let client: Int32
        let number: Int32
    }

    static let clients = 100_000
    static let outage = 60..<120
    static let seconds = 240

    let period: Int
    let strategy: Strategy
    /// Requests in each second.
    private(set) var load: [Double] = Array(repeating: 0, count: Storm.seconds)

    init(period: Int, strategy: Strategy) {
        self.period = period
        self.strategy = strategy
    }

    mutating func run() throws {
        Chance.shared = Chance(state: 42)
        let origin = try URI("https://api.example.com/").origin
        let throttles = strategy.isThrottled ? (0..<Self.clients).map { _ in RetryThrottle() } : []
        let end = Self.seconds * 1000
        var agenda: [[Attempt]] = Array(repeating: [], count: end)
        for client in 0..<Self.clients {
            let start = Int.random(in: 0..<period * 1000, using: &Chance.shared)
            for moment in stride(from: start, to: end, by: period * 1000) {
                agenda[moment].append(Attempt(client: Int32(client), number: 1))
            }
        }
        let capacity = 1.5 * Double(Self.clients) / Double(period) / 1000
        var room = capacity
        let date = Date(timeIntervalSince1970: 1_800_000_000)
        for moment in 0..<end {
            room = min(room + capacity, capacity * 100)
            let isDown = Self.outage.contains(moment / 1000)
            for attempt in agenda[moment] {
                load[moment / 1000] += 1
                if !isDown, room >= 1 {
                    room -= 1
                    if strategy.isThrottled { throttles[Int(attempt.client)].succeeded(at: origin) }
                    continue
                }
                let situation = RetrySituation(attempt: Int(attempt.number), kind: .server, status: 503)
                let verdict = strategy.policy.verdict(for: situation, date: date) {
                    .random(in: 0..<1, using: &Chance.shared)
                }
                // As the product does: a failure takes its token also after the last attempt.
                let isAllowed =
                    strategy.isThrottled
                    ? throttles[Int(attempt.client)].allowsRetry(at: origin, after: Int(attempt.number)) : true
                guard case .retry(let wait) = verdict, isAllowed else { continue }
                let next = moment + max(1, Int(wait / .milliseconds(1)))
                if next < end { agenda[next].append(Attempt(client: attempt.client, number: attempt.number + 1)) }
            }
            agenda[moment] = []
        }
    }

    // MARK: What came of it

    /// The mean load before the outage, after the first period.
    var before: Double { mean(30..<60) }

    /// The mean load during the outage, as a multiple of that before.
    var duringOutage: Double { mean(Self.outage) / before }

    /// The highest load of a second in the half minute after the outage, as a multiple of the mean before.
    var peak: Double { load[120..<150].max()! / before }

    /// The seconds after the outage from which on the mean of every five stays within 1.05 of that before.
    var calm: Int {
        var calm = 0
        for second in 120..<(Self.seconds - 5) where mean(second..<second + 5) / before > 1.05 { calm = second - 119 }
        return calm
    }

    private func mean(_ range: Range<Int>) -> Double { load[range].reduce(0, +) / Double(range.count) }
}
