import Foundation
import Sterna

/// A way to retry, made of the product's own policy, decision and throttle.
struct Strategy {
    let name: String
    let policy: RetryPolicy
    let isThrottled: Bool

    static let all: [Strategy] = [
        Strategy(name: "fixed delay of 1 s", policy: .custom { _ in .retry(after: .seconds(1)) }, isThrottled: false),
        Strategy(
            name: "doubling, up to 0.3 s of jitter",
            policy: .custom { situation in
                let wait =
                    0.5 * pow(2, Double(situation.attempt - 1)) + Double.random(in: 0..<0.3, using: &Chance.shared)
                return .retry(after: .seconds(wait))
            }, isThrottled: false),
        Strategy(name: "full jitter", policy: .exponential(), isThrottled: false),
        Strategy(name: "full jitter and throttle", policy: .exponential(), isThrottled: true),
    ]
}

/// Repeatable chance (SplitMix64); the simulation has one thread.
struct Chance: RandomNumberGenerator {
    nonisolated(unsafe) static var shared = Chance(state: 1)
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
