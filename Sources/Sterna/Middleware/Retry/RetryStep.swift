/// Sends a request again where the policy says so, and keeps every attempt.
struct RetryStep: Middleware {
    let policy: RetryPolicy
    let throttle: RetryThrottle
    let clock: any TimeSource
    let random: @Sendable () -> Double

    func intercept(_ request: HTTPRequest, next: Next) async throws -> HTTPResponse {
        let outcome = await Outcome { try await next(request) }
        if case .answer(let response) = outcome, response.status.isSuccess {
            throttle.succeeded(at: request.url.origin)
            return response
        }
        return try await goOn(after: outcome, of: request, next)
    }

    /// Tries again while the policy says so.
    private func goOn(after first: Outcome, of request: HTTPRequest, _ next: Next) async throws -> HTTPResponse {
        var (outcome, number) = (first, 1)
        var earlier: [Attempt] = []
        var wasSent = false
        while let situation = outcome.situation(number, of: request, under: policy, at: clock.now) {
            let verdict = verdict(situation, request.url.origin)
            guard case .retry(let wait) = verdict else {
                return try outcome.get(after: earlier, wasSent, verdict.words)
            }
            wasSent = wasSent || outcome.mayHaveBeenProcessed
            await outcome.close()
            earlier = earlier.followed(by: outcome.attempts, waiting: wait)
            try await clock.sleep(until: clock.now + wait, tolerance: nil)
            outcome = await Outcome { try await next(request) }
            number += 1
        }
        if outcome.isSuccess { throttle.succeeded(at: request.url.origin) }
        return try outcome.get(after: earlier, wasSent)
    }

    private func verdict(_ situation: RetrySituation, _ origin: Origin) -> RetryVerdict {
        let verdict = RetryDecision.verdict(policy, situation, date: clock.date, random: random)
        // A failure that could be retried counts also where the attempts are used up.
        let counts = verdict == .stop(.attemptsUsed) ? RetryDecision.heals(situation) : verdict.isRetry
        guard counts, !throttle.allowsRetry(at: origin, after: situation.attempt), verdict.isRetry else {
            return verdict
        }
        return .stop(.throttled)
    }
}

/// What came of an attempt.
private enum Outcome {
    case answer(HTTPResponse)
    case failure(any Error)

    init(_ attempt: () async throws -> HTTPResponse) async {
        do { self = .answer(try await attempt()) } catch { self = .failure(error) }
    }

    var isSuccess: Bool {
        if case .answer(let response) = self { response.status.isSuccess } else { false }
    }

    var attempts: [Attempt] {
        switch self {
        case .answer(let response): response.attempts
        case .failure(let error): (error as? APIError)?.attempts ?? []
        }
    }

    /// Whether it is a failure after which the server may have acted.
    var mayHaveBeenProcessed: Bool {
        if case .failure(let error as APIError) = self { error.mayHaveBeenProcessed } else { false }
    }

    /// What is to be decided upon; `nil` of a success and of a cancellation.
    func situation(
        _ number: Int, of request: HTTPRequest, under policy: RetryPolicy, at now: ContinuousClock.Instant
    ) -> RetrySituation? {
        let isOnce = !request.method.isIdempotent && (request.fields[.idempotencyKey] ?? "").isEmpty
        let isReplayable = request.body?.isReplayable ?? true
        let remaining = request.deadline?.remaining(at: now)
        switch self {
        case .answer(let response):
            let isAccepted = request.accepts.accept(response.status) && !policy.repeatsAccepted
            guard !isAccepted, !response.status.isSuccess else { return nil }
            return RetrySituation(
                attempt: number, kind: APIError.Kind(status: response.status), status: response.status,
                fields: response.fields, isUnsafe: isOnce, isReplayable: isReplayable, remaining: remaining)
        case .failure(let error):
            guard let error = error as? APIError, error.kind != .circuitOpen, !error.attempts.isEmpty, !error.isLocal
            else { return nil }
            return RetrySituation(
                attempt: number, kind: error.kind, status: error.response?.status,
                fields: error.response?.fields ?? HTTPFields(), isUnsafe: isOnce && error.mayHaveBeenProcessed,
                isReplayable: isReplayable,
                remaining: remaining)
        }
    }

    /// Ends an answer that nobody will read, so that its connection is free.
    func close() async {
        if case .answer(let response) = self { await response.body.discard() }
    }

    /// The outcome with the attempts before it.
    ///
    /// - Parameters:
    ///   - wasSent: whether the server may have acted on one of them.
    ///   - remark: what an error says in addition.
    func get(after earlier: [Attempt], _ wasSent: Bool, _ remark: String? = nil) throws -> HTTPResponse {
        switch self {
        case .answer(var response):
            if !earlier.isEmpty { response.attempts = earlier.followed(by: response.attempts) }
            return response
        case .failure(let error):
            guard !earlier.isEmpty || remark != nil, var known = error as? APIError else { throw error }
            if let remark { known.detail += "; " + remark }
            known.attempts = earlier.followed(by: known.attempts)
            known.mayHaveBeenProcessed = known.mayHaveBeenProcessed || wasSent
            throw known
        }
    }
}

extension RetryVerdict {
    /// Why a failure that could heal is left; `nil` where the failure itself says it.
    fileprivate var words: String? {
        switch self {
        case .stop(.outOfTime): "no time is left for another attempt"
        case .stop(.bodyNotReplayable): "not sent again, as the body cannot be read a second time"
        case .stop(.throttled): "not sent again, as too many calls to the host fail"
        case .stop(.unsafe): "not sent again, as it might be done twice"
        default: nil
        }
    }

    fileprivate var isRetry: Bool {
        if case .retry = self { true } else { false }
    }
}
