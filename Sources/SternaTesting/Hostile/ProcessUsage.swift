/// What this process takes at a moment, for tests that nothing is left behind.
public struct ProcessUsage: Hashable, Sendable {
    /// How many threads it has.
    public let threads: Int
    /// How many descriptors are open.
    public let descriptors: Int
    /// How many of its bytes are in memory.
    public let residentBytes: Int
}

extension ProcessUsage: CustomStringConvertible {
    /// The three figures in words.
    public var description: String {
        "\(threads) threads, \(descriptors) descriptors, \(residentBytes >> 20) MiB"
    }
}
