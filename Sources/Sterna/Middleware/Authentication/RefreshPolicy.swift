/// When a token is renewed, and how long that may take.
public struct RefreshPolicy: Sendable, Hashable {
    /// A token is renewed before it is used when it ends within this time. Default: 30 s.
    public var leeway: Duration = .seconds(30)
    /// The most that a refresh may take; then those who wait fail with `timedOut`. Default: 30 s.
    public var limit: Duration = .seconds(30)
    /// A token that is younger than this and refused all the same is not renewed again: a server that refuses every
    /// token would be asked for new ones without end. Default: 30 s.
    public var freshness: Duration = .seconds(30)

    /// The defaults.
    public init() {}
}
