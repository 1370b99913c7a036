/// A body as a log shows it: text alone, masked, and no more than so many bytes of it.
enum LoggedBody {
    /// What is read beyond the limit, so that a secret is whole when it is looked for.
    private static let margin = 8 << 10

    /// `nil` of an empty body.
    static func text(_ data: Data, _ type: MediaType?, _ redaction: Redaction, limit: Int) -> String? {
        guard !data.isEmpty else { return nil }
        let limit = max(0, limit)
        guard let masked = MaskedText.text(of: data.prefix(limit + margin), type, redaction) else {
            return "(\(data.count) bytes\(type.map { " of \($0)" } ?? ""))"
        }
        // Masked first, then cut: a secret must not escape because the cut hid its name.
        let shown = masked.utf8.prefix(limit)
        let text = String(decoding: shown, as: UTF8.self).escapedForDisplay
        return shown.count < masked.utf8.count || data.count > limit + margin ? text + "… (\(data.count) bytes)" : text
    }
}
