/// What a ``LoopbackServer`` knows of a connection.
public struct ConnectionRecord: Hashable, Sendable {
    /// Its place among all that were accepted, from 1.
    public let number: Int
    /// Where it came in.
    public let address: LoopbackAddress
    /// When it was accepted.
    public let openedAt: ContinuousClock.Instant
    /// When the server saw that the client had closed, or reset, the connection; `nil` while it is open and when the
    /// server closed first.
    public internal(set) var closedByPeerAt: ContinuousClock.Instant?
    /// When the server closed its side; `nil` while it is open.
    public internal(set) var closedAt: ContinuousClock.Instant?
    /// How many requests came on it.
    public internal(set) var requests = 0

    init(number: Int, address: LoopbackAddress) {
        self.number = number
        self.address = address
        openedAt = .now
    }

    /// Whether neither side has closed.
    public var isOpen: Bool { closedByPeerAt == nil && closedAt == nil }
}
