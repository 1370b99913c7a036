import Sterna

/// Tells whether bytes are one JSON text (RFC 8259).
enum JSONCheck {
    static func isJSON(_ data: Data) -> Bool {
        JSONText(data).syntaxError == nil
    }
}
