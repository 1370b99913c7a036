import Sterna

/// What happened, for scripts and tests: the object that `--report` writes.
struct Report: Sendable {
    /// How it ended.
    enum Outcome: String, Sendable {
        case success, failure, cancelled
    }

    var outcome = Outcome.success
    var status: HTTPStatus?
    var attempts: [Attempt] = []
    var redirects: [Redirect] = []
    /// `nil` after a success, and after a cancel.
    var error: APIError?
    /// After decoding.
    var bodyBytes: Int64 = 0
    /// Before decoding.
    var wireBytes: Int64 = 0
    var redaction = Redaction.standard

    /// The object on one line, with a line break at its end.
    var text: String {
        let members = [
            ("outcome", JSONQuote.quoted(outcome.rawValue)),
            ("status", status.map { String($0.code) } ?? "null"),
            ("attempts", Self.list(attempts.map(Self.attempt))),
            ("redirects", Self.list(redirects.map(redirect))),
            ("error", error.map(describe) ?? "null"),
            ("body_bytes", String(bodyBytes)),
            ("wire_bytes", String(wireBytes)),
        ]
        return Self.object(members) + "\n"
    }

    private static func attempt(_ attempt: Attempt) -> String {
        let metrics = attempt.metrics
        return object([
            ("number", String(attempt.number)),
            ("status", attempt.status.map { String($0.code) } ?? "null"),
            ("error", attempt.failure.map { JSONQuote.quoted($0.name) } ?? "null"),
            ("delay_s", attempt.delay.map { number($0, per: .seconds(1)) } ?? "null"),
            ("http", metrics.httpVersion.isEmpty ? "null" : JSONQuote.quoted(metrics.httpVersion)),
            ("reused", String(metrics.isReusedConnection)),
            ("timings_ms", timings(metrics)),
        ])
    }

    private static func timings(_ metrics: Metrics) -> String {
        object([
            ("dns", number(metrics.nameLookup, per: .milliseconds(1))),
            ("connect", number(metrics.connect, per: .milliseconds(1))),
            ("tls", number(metrics.secureConnect, per: .milliseconds(1))),
            ("first_byte", number(metrics.firstByte, per: .milliseconds(1))),
            ("total", number(metrics.total, per: .milliseconds(1))),
        ])
    }

    private func redirect(_ redirect: Redirect) -> String {
        Self.object([
            ("status", String(redirect.status.code)),
            ("url", JSONQuote.quoted(redaction.redacting(redirect.url))),
        ])
    }

    private func describe(_ error: APIError) -> String {
        Self.object([
            ("kind", JSONQuote.quoted(error.kind.name)),
            ("family", JSONQuote.quoted(error.family.rawValue)),
            ("retryable", String(error.isRetryable)),
            ("message", JSONQuote.quoted(redaction.redacting(text: error.masked.detail))),
            ("user_message", JSONQuote.quoted(redaction.redacting(text: error.userMessage))),
        ])
    }

    private static func object(_ members: [(String, String)]) -> String {
        "{" + members.map { JSONQuote.quoted($0.0) + ":" + $0.1 }.joined(separator: ",") + "}"
    }

    private static func list(_ items: [String]) -> String {
        "[" + items.joined(separator: ",") + "]"
    }

    /// A duration in a unit, with three decimals at most.
    private static func number(_ duration: Duration, per unit: Duration) -> String {
        let thousandths = Int64((duration / unit * 1000).rounded())
        guard thousandths % 1000 != 0 else { return String(thousandths / 1000) }
        return String(Double(thousandths) / 1000)
    }
}
