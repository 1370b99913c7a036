import Foundation

/// Rounds of several contestants in turn, so that a machine that grows slower does so for all of them.
struct Throughput {
    let contestants: [Contestant]
    let connections: Int
    let rounds: Int
    let seconds: Double
    private(set) var results: [String: [Round]] = [:]

    init(_ contestants: [Contestant], connections: Int, rounds: Int, seconds: Double) {
        self.contestants = contestants
        self.connections = connections
        self.rounds = rounds
        self.seconds = seconds
    }

    mutating func run() async throws {
        for contestant in contestants { _ = try await contestant.measure(connections, min(0.3, seconds)) }
        for number in 1...rounds {
            note("\r\(connections) at a time: round \(number) of \(rounds) ")
            for contestant in contestants {
                let round = try await contestant.measure(connections, seconds)
                if round.failures > 0 { note("\n\(contestant.name): \(round.failures) failures\n") }
                results[contestant.name, default: []].append(round)
            }
        }
        note("\r\u{1B}[K")
    }

    func perSecond(_ name: String) -> Spread { Spread(results[name, default: []].map(\.perSecond)) }

    func cpu(_ name: String) -> Spread { Spread(results[name, default: []].map(\.cpuMicroseconds)) }

    /// The ratio of two contestants, round by round; of several on the right the better one of each round.
    func ratio(_ left: String, to right: [String]) -> Spread {
        Spread(
            (0..<rounds).map { round in
                let best = right.compactMap { results[$0]?[round].perSecond }.max() ?? .infinity
                return results[left, default: []][round].perSecond / best
            })
    }

    func cpuRatio(_ left: String, to right: String) -> Spread {
        Spread((0..<rounds).map { results[left]![$0].cpuMicroseconds / results[right]![$0].cpuMicroseconds })
    }
}

func note(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
}

func figure(_ value: Double, _ decimals: Int = 2) -> String {
    String(format: "%.\(decimals)f", value)
}

func column(_ text: String, _ width: Int) -> String {
    text.count >= width ? text : text + String(repeating: " ", count: width - text.count)
}
