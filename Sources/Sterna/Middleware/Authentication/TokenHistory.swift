/// What became of the tokens of a provider: which came in the place of which, and with which the sign-in ended. Pure;
/// its time is given to it.
struct TokenHistory: Sendable {
    private struct Renewal: Sendable {
        let old: Secret
        let new: AccessToken
        let moment: ContinuousClock.Instant
        /// How long the new token was to live; `nil` when that is not known.
        let life: TimeInterval?
    }

    /// The most of each kind that is remembered; what is forgotten would at worst be refused once more.
    private static let limit = 32

    private var renewals: [Renewal] = []
    private var refused: [Secret] = []
    private var failure: (token: Secret, end: ContinuousClock.Instant)?

    /// The token to use where a provider gives this one; `nil` when the sign-in ended with it.
    mutating func successor(of token: AccessToken) -> AccessToken? {
        var token = token
        if let place = renewals.lastIndex(where: { $0.old == token.value }) {
            // What was asked for last is forgotten last: a provider may give the same old token all the time.
            let renewal = renewals.remove(at: place)
            renewals.append(renewal)
            token = renewal.new
        }
        return refused.contains(token.value) ? nil : token
    }

    /// Takes note of a new token. One that comes late, in the place of a token that was renewed meanwhile, changes
    /// nothing.
    mutating func renewed(_ old: AccessToken, by new: AccessToken, at now: ContinuousClock.Instant, _ date: Date) {
        guard successor(of: old)?.value == old.value else { return }
        let life = new.expiresAt?.timeIntervalSince(date)
        // All that led to the old token lead to the new one, which itself is worn no more should it come back.
        let olds = renewals.filter { $0.new.value == old.value }.map(\.old) + [old.value]
        renewals.removeAll { $0.old == new.value || $0.new.value == old.value || $0.old == old.value }
        renewals += olds.filter { $0 != new.value || $0 == old.value }.map {
            Renewal(old: $0, new: new, moment: now, life: life)
        }
        if renewals.count > Self.limit { renewals.removeFirst(renewals.count - Self.limit) }
    }

    /// Takes note that the sign-in ended with a token, unless it was renewed meanwhile.
    mutating func ended(with token: AccessToken) {
        guard successor(of: token)?.value == token.value else { return }
        refused.append(token.value)
        if refused.count > Self.limit { refused.removeFirst() }
    }

    /// Takes note that a token could not be renewed ahead of its end, and is not to be before that moment.
    mutating func failed(_ token: AccessToken, until end: ContinuousClock.Instant) {
        failure = (token.value, end)
    }

    /// Whether the sign-in ended with the token.
    func isOver(_ token: AccessToken) -> Bool { refused.contains(token.value) }

    /// Whether the token was got so lately that a server which refuses it would refuse another too.
    func isFresh(_ token: Secret, _ policy: RefreshPolicy, at now: ContinuousClock.Instant) -> Bool {
        renewals.contains { $0.new.value == token && now - $0.moment < policy.freshness }
    }

    /// Whether a token is to be renewed before it is used.
    func isEnding(
        _ token: AccessToken, _ policy: RefreshPolicy, at now: ContinuousClock.Instant, _ date: Date
    ) -> Bool {
        guard let left = token.expiresAt?.timeIntervalSince(date) else { return false }
        if left > 0, let failure, failure.token == token.value, now < failure.end { return false }
        let leeway = policy.leeway / .seconds(1)
        guard let life = renewals.last(where: { $0.new.value == token.value })?.life else { return left <= leeway }
        // One that had ended when it came tells of a clock that is wrong. One that lives shorter than the leeway would
        // be renewed for every request.
        return life > 0 && left <= min(leeway, life / 2)
    }
}
