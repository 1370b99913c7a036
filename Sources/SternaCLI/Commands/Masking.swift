import Sterna

/// Masks the secrets of a body that is shown.
struct Masking {
    private let redaction: Redaction

    init(_ redaction: Redaction) {
        self.redaction = redaction
    }

    /// The value of a member, as JSON.
    func member(_ name: String, _ json: String) -> String {
        if redaction.isSecret(name) { return JSONQuote.quoted(Redaction.mask) }
        return JSONText(json.utf8).redacted(with: redaction)
    }

    /// A whole body.
    func text(_ text: String, isJSON: Bool, isForm: Bool) -> String {
        if isJSON { return JSONText(text.utf8).redacted(with: redaction) }
        return isForm ? redaction.redacting(query: text) : redaction.redacting(text: text)
    }
}
