/// A source of random numbers that gives the same numbers for the same seed, in every run and on every machine.
public struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// A source that starts at a seed.
    public init(seed: UInt64) {
        state = seed
    }

    /// The next number (SplitMix64).
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

extension SeededRandom {
    /// A source for one of many cases, so that a case is the same whichever cases ran before it.
    init(seed: UInt64, case number: Int) {
        var seeds = SeededRandom(seed: seed)
        self.init(seed: seeds.next() ^ (UInt64(truncatingIfNeeded: number) &* 0xD134_2543_DE82_EF95))
    }

    /// True in so many of a hundred cases.
    mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &self) < percent
    }

    /// One of a list that is not empty.
    mutating func pick<Element>(_ list: [Element]) -> Element {
        list[Int.random(in: 0..<list.count, using: &self)]
    }

    /// A number from the range.
    mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &self)
    }

    /// So many bytes of any value.
    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
    }
}
