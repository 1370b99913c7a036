/// How long a server asks to wait: `Retry-After` (RFC 9110 §10.2.3) and what is commonly sent in its place.
///
/// A value that is neither a number nor a date, or is negative, says nothing.
enum RetryAfter {
    /// The wait, from now on; a date that has passed is zero.
    ///
    /// - Parameters:
    ///   - fields: those of the answer.
    ///   - status: the fields about rate limits count with 429 and 503 alone: servers send them with every answer.
    ///   - date: now.
    static func delay(of fields: HTTPFields, status: HTTPStatus?, date: Date) -> Duration? {
        if let milliseconds = number(fields["Retry-After-Ms"] ?? fields["x-ms-retry-after-ms"]) {
            return .milliseconds(milliseconds)
        }
        if let text = fields[.retryAfter], let wait = seconds(text, date) { return wait }
        guard status == 429 || status == 503 else { return nil }
        if let wait = number(fields["X-RateLimit-Reset-After"]) { return .seconds(wait) }
        if let wait = number(fields["RateLimit-Reset"]) { return .seconds(wait) }
        if let text = fields["RateLimit"], let wait = window(text) { return .seconds(wait) }
        return reset(fields["X-RateLimit-Reset"], date)
    }

    private static func seconds(_ text: String, _ date: Date) -> Duration? {
        // Whole seconds alone: a fraction says that the sender means something else.
        if !text.contains("."), let number = number(text) { return .seconds(number) }
        return HTTPDate(text, now: date).map { .seconds(max(0, $0.date.timeIntervalSince(date))) }
    }

    /// A number without sign or exponent, held so small that nothing overflows.
    private static func number(_ text: String?) -> Double? {
        guard let text, let first = text.utf8.first, (0x30...0x39).contains(first),
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") })
        else { return nil }
        return Double(text).map { min($0, 1e14) }
    }

    /// Some servers send the seconds that are left, some the moment since 1970, in seconds or milliseconds.
    private static func reset(_ text: String?, _ date: Date) -> Duration? {
        guard let value = number(text) else { return nil }
        guard value > 1e9 else { return .seconds(value) }
        let moment = value > 1e11 ? value / 1000 : value
        return .seconds(max(0, moment - date.timeIntervalSince1970))
    }

    /// The parameter `t` of `"default";r=0;t=30`; of `limit=10, remaining=0, reset=30` the reset.
    private static func window(_ text: String) -> Double? {
        let parts = text.split { $0 == ";" || $0 == "," }.map { $0.filter { $0 != " " } }
        for part in parts {
            for name in ["t=", "reset="] where part.hasPrefix(name) {
                if let value = number(String(part.dropFirst(name.count))) { return value }
            }
        }
        return nil
    }
}
