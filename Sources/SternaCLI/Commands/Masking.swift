import Sterna

/// Masks the secrets of a body that is shown.
struct Masking {
    private let redaction: Redaction

    init(_ redaction: Redaction) {
        self.redaction = redaction
    }

    /// A member of a JSON object, by its name.
    func member(_ name: String, _ text: String) -> String {
        redaction.isSecret(name) ? JSONQuote.quoted(Redaction.mask) : text
    }

    /// A whole body. What is neither JSON nor a form cannot be read, and is shown as it is.
    func text(_ text: String, isJSON: Bool, isForm: Bool) -> String {
        isForm ? redaction.redacting(query: text) : text
    }
}
