/// How many cookies a jar keeps, and for how long. Of too many those go first that are over, then those that were not
/// sent for the longest time.
public struct CookiePolicy: Hashable, Sendable {
    /// The most cookies of one domain. Default: 50.
    public var perDomain = 50
    /// The most cookies in all. Default: 3000.
    public var total = 3000
    /// The longest time for which a cookie is kept, whatever its server says. Default: 400 days (RFC 6265bis §5.5).
    public var longestLife = Duration.seconds(400 * 86_400)

    /// The defaults.
    public init() {}
}
