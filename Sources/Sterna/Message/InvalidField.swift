/// A field that may not be sent: its name is not a token, or its value holds a control character.
public struct InvalidField: Error, Hashable, Sendable, CustomStringConvertible {
    /// Which half of the field is at fault.
    public enum Reason: Hashable, Sendable {
        /// The name is empty or holds a character that a token may not hold (RFC 9110 §5.6.2).
        case name
        /// The value holds CR, LF, NUL or another control character (RFC 9110 §5.5).
        case value
    }

    /// The name of the field, as it was given.
    public let name: String
    /// Which half of the field is at fault.
    public let reason: Reason

    /// A field that was refused.
    public init(name: String, reason: Reason) {
        self.name = name
        self.reason = reason
    }

    /// What is wrong, without the value, which may be a secret.
    public var description: String {
        switch reason {
        case .name: "“\(name.escapedForDisplay)” is not a field name: use letters, digits and - only"
        case .value: "the value of the field “\(name)” holds a line break or another control character"
        }
    }
}

extension String {
    /// The text with control characters written as escapes, so that it cannot disturb a terminal or a log.
    package var escapedForDisplay: String {
        unicodeScalars.contains(where: Self.isDisturbing) ? unicodeScalars.map(Self.displayed).joined() : self
    }

    /// Control characters, line separators, and what turns the direction of a text.
    private static func isDisturbing(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func displayed(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        case _ where isDisturbing(scalar):
            "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        default: String(scalar)
        }
    }
}
