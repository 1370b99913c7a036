/// A body as a log shows it: text alone, masked, and no more than so many bytes of it.
enum LoggedBody {
    /// `nil` of an empty body.
    static func text(_ data: Data, _ type: MediaType?, _ redaction: Redaction, limit: Int) -> String? {
        guard !data.isEmpty else { return nil }
        let masked: String
        switch type {
        case let type? where type.isJSON: masked = JSONText(data).redacted(with: redaction)
        case let type? where type.subtype == "x-www-form-urlencoded":
            masked = redaction.redacting(query: String(decoding: data, as: UTF8.self))
        case let type? where type.isText: masked = redaction.redacting(text: String(decoding: data, as: UTF8.self))
        default: return "(\(data.count) bytes\(type.map { " of \($0)" } ?? ""))"
        }
        // Masked first, then cut: a secret must not escape because the cut hid its name.
        let shown = masked.utf8.prefix(max(0, limit))
        let text = String(decoding: shown, as: UTF8.self).escapedForDisplay
        return shown.count < masked.utf8.count ? text + "… (\(data.count) bytes)" : text
    }
}
