/// When a token is renewed, and how long that may take.
public struct RefreshPolicy: Sendable, Hashable {
    /// A token is renewed before it is used when it ends within this time, or within half of its life where that is
    /// shorter. When no new one can be had it is used while it lasts. Default: 30 s.
    public var leeway: Duration = .seconds(30)
    /// The most that a refresh may take; then those who wait fail with `timedOut`, and the next call begins a new one.
    /// A call waits no longer than its own total limit, and the refresh goes on for the others. Default: 30 s.
    public var limit: Duration = .seconds(30)
    /// A token that is younger than this and refused all the same is not renewed again: a server that refuses every
    /// token would be asked for new ones without end. Default: 30 s.
    public var freshness: Duration = .seconds(30)

    /// The defaults.
    public init() {}
}
