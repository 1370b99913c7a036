import SternaTesting
import Testing

@testable import Sterna

/// Whether a failed attempt is followed by another.
struct RetryDecisionTests {
    private let date = Date(timeIntervalSince1970: 1_800_000_000)

    private func verdict(
        _ situation: RetrySituation, _ policy: RetryPolicy = RetryPolicy(), draw: Double = 0
    ) -> RetryVerdict {
        RetryDecision.verdict(policy, situation, date: date) { draw }
    }

    private func answered(_ status: HTTPStatus, _ fields: HTTPFields = [:]) -> RetrySituation {
        RetrySituation(attempt: 1, kind: APIError.Kind(status: status), status: status, fields: fields)
    }

    @Test func `waits double, are drawn from zero on, and stop at the longest`() {
        var policy = RetryPolicy.exponential(attempts: 100)
        policy.longestWait = .seconds(3)
        for (attempt, longest) in [(1, 0.5), (2, 1.0), (3, 2.0), (4, 3.0), (99, 3.0)] {
            let situation = RetrySituation(attempt: attempt, kind: .connect)
            #expect(verdict(situation, policy, draw: 1) == .retry(after: .seconds(longest)))
            #expect(verdict(situation, policy, draw: 0) == .retry(after: .zero))
        }
    }

    @Test func `only what time heals is sent again`() {
        let heal: [APIError.Kind] = [
            .offline, .dns, .connect, .connectionLost, .truncated, .timedOut(.connect), .timedOut(.idle),
        ]
        let stay: [APIError.Kind] = [
            .timedOut(.total), .tls(.expired), .pinMismatch, .invalidRequest, .decoding, .unauthorized, .tooLarge,
            .malformedResponse, .circuitOpen, .redirectRefused, .fileSystem, .bodyEncoding, .decompression,
        ]
        for kind in heal { #expect(verdict(RetrySituation(attempt: 1, kind: kind)) == .retry(after: .zero)) }
        for kind in stay { #expect(verdict(RetrySituation(attempt: 1, kind: kind)) == .stop(.permanent)) }
    }

    @Test func `a business refusal is never sent again`() {
        for status in [400, 401, 403, 404, 405, 409, 410, 412, 413, 415, 422, 423, 428, 431, 451, 501, 505, 511] {
            #expect(verdict(answered(HTTPStatus(status))) == .stop(.permanent), "\(status)")
        }
        for status in [408, 425, 429, 500, 502, 503, 504, 520, 529] {
            #expect(verdict(answered(HTTPStatus(status))) == .retry(after: .zero), "\(status)")
        }
    }

    @Test(arguments: [
        ("Retry-After", "7", 7.0), ("retry-after", "0", 0),
        ("Retry-After", "Fri, 15 Jan 2027 08:00:20 GMT", 20), ("Retry-After", "Fri, 15 Jan 2027 07:00:00 GMT", 0),
        ("Retry-After", "Friday, 15-Jan-27 08:00:20 GMT", 20), ("Retry-After", "Fri Jan 15 08:00:20 2027", 20),
        ("Retry-After-Ms", "250", 0.25), ("X-RateLimit-Reset-After", "3.25", 3.25), ("RateLimit-Reset", "12", 12),
        ("X-RateLimit-Reset", "1800000030", 30), ("X-RateLimit-Reset", "9", 9),
        ("X-RateLimit-Reset", "1800000030000", 30), ("RateLimit", "\"default\";r=0;t=30", 30),
        ("RateLimit", "limit=10, remaining=0, reset=5", 5), ("RateLimit-Reset", "1800000030", 30),
        ("RateLimit-Reset", "1700000000", 0),
        ("RateLimit", #""burst";r=0;t=2, "minute";r=0;t=40, "day";r=9;t=50"#, 40),
        ("RateLimit", #""a;t=9,b";r=0;t=3"#, 3), ("RateLimit", "burst;r=0;t=7", 7),
        ("RateLimit", #""day";r=9;t=50"#, 0),
    ])
    // B51
    func `what the server asks for is waited`(_ name: String, _ value: String, _ seconds: Double) {
        #expect(verdict(answered(429, [name: value])) == .retry(after: .seconds(seconds)))
    }

    @Test(arguments: ["-1", "1.5", "5, 7", "soon", "1e3", "", "0x10", "NaN", "1 2", "１２"])
    func `what is neither number nor date says nothing`(_ value: String) {
        #expect(verdict(answered(503, ["Retry-After": value]), draw: 1) == .retry(after: .milliseconds(500)))
    }

    @Test func `a server that asks for too long gets no further attempt`() {
        #expect(verdict(answered(503, ["Retry-After": "60"])) == .retry(after: .seconds(60)))
        #expect(verdict(answered(503, ["Retry-After": "61"])) == .stop(.retryAfterTooLong))
        #expect(verdict(answered(503, ["Retry-After": "99999999999999999999"])) == .stop(.retryAfterTooLong))
        #expect(verdict(answered(503, ["Retry-After": "Sun, 06 Nov 2044 08:49:37 GMT"])) == .stop(.retryAfterTooLong))
    }

    @Test func `a window that has calls left is not what a server asks to wait for`() {
        let rows: [HTTPFields] = [
            ["X-RateLimit-Remaining": "4999", "X-RateLimit-Reset": "1800003000"],
            ["RateLimit-Remaining": "1", "RateLimit-Reset": "3000"], ["RateLimit": "limit=9, remaining=3, reset=3000"],
            ["RateLimit": #""hour";r=3;t=3000"#],
        ]
        for fields in rows { #expect(verdict(answered(503, fields)) == .retry(after: .zero), "\(fields)") }
        let used: HTTPFields = ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1800000030"]
        #expect(verdict(answered(429, used)) == .retry(after: .seconds(30)))
    }

    @Test func `fields about rate limits say nothing with another status`() {
        #expect(verdict(answered(500, ["X-RateLimit-Reset": "30"])) == .retry(after: .zero))
    }

    @Test func `those who were told the same moment do not come back in the same one`() {
        let situation = answered(503, ["Retry-After": "5"])
        #expect(verdict(situation, draw: 0) == .retry(after: .seconds(5)))
        #expect(verdict(situation, draw: 0.5) == .retry(after: .milliseconds(5250)))
        // Nor later than is obeyed.
        #expect(verdict(answered(503, ["Retry-After": "60"]), draw: 1) == .retry(after: .seconds(60)))
    }

    @Test func `what may be done twice, and what cannot be read again, stays`() {
        var situation = RetrySituation(attempt: 1, kind: .connectionLost, isUnsafe: true)
        #expect(verdict(situation) == .stop(.unsafe))
        var policy = RetryPolicy()
        policy.repeatsUnsafe = true
        #expect(verdict(situation, policy) == .retry(after: .zero))
        situation.isReplayable = false
        #expect(verdict(situation, policy) == .stop(.bodyNotReplayable))
    }

    @Test func `a wait that would outlast the call is not begun`() {
        var situation = RetrySituation(attempt: 2, kind: .connect, remaining: .milliseconds(600))
        #expect(verdict(situation, draw: 0.5) == .retry(after: .milliseconds(500)))
        #expect(verdict(situation, draw: 0.7) == .stop(.outOfTime))
        situation.remaining = .zero
        #expect(verdict(situation) == .stop(.outOfTime))
    }

    @Test func `a rule of one's own stands above the table, not above the count`() {
        let policy = RetryPolicy.custom(attempts: 2) { $0.status == 404 ? .retry(after: .seconds(1)) : nil }
        var situation = answered(404)
        #expect(verdict(situation, policy) == .retry(after: .seconds(1)))
        situation.attempt = 2
        #expect(verdict(situation, policy) == .stop(.attemptsUsed))
        #expect(verdict(answered(403), policy) == .stop(.permanent))
    }

    @Test func `the throttle lets a few retries through and wants many successes back`() throws {
        let throttle = RetryThrottle()
        let url = try URI("http://a.test/x")
        let allowed = (1...8).map { _ in throttle.allowsRetry(at: url.origin, after: 1) }
        #expect(allowed == [true, true, true, false, false, false, false, false])
        #expect(throttle.allowsRetry(at: try URI("http://b.test/").origin, after: 1))
        #expect(throttle.allowsRetry(at: url.origin, after: 2))
        for _ in 0..<71 { throttle.succeeded(at: url.origin) }
        #expect(throttle.allowsRetry(at: url.origin, after: 1))
    }
}
