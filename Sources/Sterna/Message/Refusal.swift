/// What a server says about why it refuses a request, in the body of its answer.
///
/// It reads the forms that are in use: a problem of RFC 9457 (`detail`, `title`), `{"message": …}`,
/// `{"error": {"message": …}}`, `{"errors": [{"message": …}]}`, `{"error": …, "error_description": …}` (RFC 6749
/// §5.2), and a short plain text. A page of HTML says nothing to a person, and neither does a bare code.
public struct Refusal: Hashable, Sendable {
    /// The server's words, on one line of at most 300 characters; `nil` when it gives a code alone.
    public let message: String?
    /// The server's own code, such as `email_taken`; `nil` when it gives none.
    public let code: String?

    private static let longestMessage = 300

    /// Reads a body; `nil` when it says nothing about a refusal.
    public init?(_ body: Data, contentType: MediaType?) {
        guard contentType?.isHTML != true, !body.isEmpty else { return nil }
        if contentType?.isJSON == true || Self.looksLikeJSON(body) {
            guard let read = try? JSONDecoder().decode(RefusalBody.self, from: body) else { return nil }
            self.init(read.texts.lazy.compactMap(Self.words).first, read.codes.first)
        } else {
            guard contentType == nil || contentType?.type == "text", body.count <= 4 * Self.longestMessage,
                let text = String(validating: body, as: UTF8.self)
            else { return nil }
            self.init(Self.words(text), nil)
        }
    }

    /// What a server says in a form of its own (``APIError/Options/refusal``).
    public init(message: String?, code: String? = nil) {
        self.message = message
        self.code = code
    }

    /// The refusal without what is secret, which a server may send back.
    package func masked(with redaction: Redaction) -> Refusal {
        Refusal(message.map(redaction.redacting(text:)), code.map(redaction.maskingValues)) ?? self
    }

    private init?(_ message: String?, _ code: String?) {
        guard message != nil || code != nil else { return nil }
        self.message = message
        self.code = code
    }

    private static func looksLikeJSON(_ body: Data) -> Bool {
        let first = body.first { $0 != 0x20 && $0 != 9 && $0 != 10 && $0 != 13 }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    /// A text as one line for a person; `nil` when it is markup, a bare code or nothing.
    private static func words(_ text: String) -> String? {
        let words = text.unicodeScalars.split {
            $0.properties.isWhitespace || $0.properties.generalCategory == .control
        }
        let line = words.map { String($0) }.joined(separator: " ")
        guard !isMarkup(line), !RefusalBody.isCode(line) else { return nil }
        return line.count <= longestMessage ? line : line.prefix(longestMessage - 1) + "…"
    }

    private static func isMarkup(_ text: String) -> Bool {
        zip(text.utf8, text.utf8.dropFirst()).contains { first, next in
            first == UInt8(ascii: "<")
                && ((0x61...0x7A).contains(next | 0x20) || next == UInt8(ascii: "/") || next == UInt8(ascii: "!"))
        }
    }
}
