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
        if isUsedUp(fields["RateLimit-Remaining"]), let wait = reset(fields["RateLimit-Reset"], date) { return wait }
        if let text = fields["RateLimit"], let wait = window(text) { return .seconds(wait) }
        return isUsedUp(fields["X-RateLimit-Remaining"]) ? reset(fields["X-RateLimit-Reset"], date) : nil
    }

    /// Whether a window's end is what the client has to wait for: not where it has calls left, as with a 503 that has
    /// another reason.
    private static func isUsedUp(_ remaining: String?) -> Bool { (number(remaining) ?? 0) < 1 }

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

    /// How long the windows of `RateLimit` hold a client off: `"burst";r=0;t=1, "daily";r=0;t=3600`, or
    /// `limit=10, remaining=0, reset=30` in its older form. Of several windows the one that opens last counts; one that
    /// has calls left does not, and where all have, the field does not say why the call was refused.
    private static func window(_ text: String) -> Double? {
        var scanner = FieldScanner(text)
        var waits: [Double] = []
        var older: [String: String] = [:]
        while scanner.next != nil {
            scanner.skipBlanks()
            let name = scanner.quotedString() ?? scanner.text { $0 == semicolon || $0 == comma }
            let parameters = FieldParameters(&scanner, endsAtComma: true)
            if isUsedUp(parameters["r"]), let wait = number(parameters["t"]) { waits.append(wait) }
            let parts = name.filter { $0 != " " }.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { older[parts[0].lowercased()] = String(parts[1]) }
            _ = scanner.text { $0 == comma }
            _ = scanner.take(",")
        }
        return waits.max() ?? (isUsedUp(older["remaining"]) ? number(older["reset"]) : nil)
    }

    private static let semicolon = UInt8(ascii: ";")
    private static let comma = UInt8(ascii: ",")
}
