/// One field of a message: a name and a value, both known to be legal (RFC 9110 §5).
public struct HTTPField: Hashable, Sendable {
    /// What the field is called.
    public let name: Name
    /// What it says, without white space at either end.
    public let value: String

    /// A field that may be sent as it is.
    ///
    /// - Throws: `InvalidField` when the value holds CR, LF, NUL or another control character (RFC 9110 §5.5).
    public init(_ name: Name, _ value: String) throws(InvalidField) {
        guard let trimmed = Self.trimmed(value) else { throw InvalidField(name: name.text, reason: .value) }
        self.name = name
        self.value = trimmed
    }

    /// A field whose name is text too.
    ///
    /// - Throws: `InvalidField` when the name is not a token (RFC 9110 §5.6.2) or the value is not legal (§5.5).
    public init(name: String, value: String) throws(InvalidField) {
        guard let name = Name(name) else { throw InvalidField(name: name, reason: .name) }
        try self.init(name, value)
    }

    init(parsed name: Name, _ value: String) {
        self.name = name
        self.value = value
    }

    /// The field as a line of a message, as it is.
    package var line: String { "\(name.text): \(value)" }
}

extension HTTPField {
    /// The name of a field. Upper and lower case are the same (RFC 9110 §5.1); the writing is kept for display.
    public struct Name: Hashable, Sendable, CustomStringConvertible {
        /// The name as it was written.
        public let text: String
        let folded: String

        /// A name; `nil` when `text` is not a token (RFC 9110 §5.6.2).
        public init?(_ text: String) {
            guard Token.isValid(text) else { return nil }
            self.init(known: text)
        }

        init(known text: String) {
            self.text = text
            folded = text.lowercased()
        }

        /// Whether two names are the same, whatever their case.
        public static func == (a: Name, b: Name) -> Bool { a.folded == b.folded }

        /// Hashes the name without regard to its case.
        public func hash(into hasher: inout Hasher) { hasher.combine(folded) }

        /// The name as it was written.
        public var description: String { text }

        /// The values of several lines of that name as one (RFC 9110 §5.2); those of `Set-Cookie` are never joined,
        /// of them this is the first.
        func joined(_ values: some Sequence<String>) -> String? {
            var iterator = values.makeIterator()
            guard var text = iterator.next() else { return nil }
            guard self != .setCookie else { return text }
            while let next = iterator.next() { text += ", " + next }
            return text
        }
    }
}

extension HTTPField {
    /// The value without white space at its ends; `nil` when it may not be sent.
    private static func trimmed(_ value: String) -> String? {
        guard value.utf8.allSatisfy({ $0 == 9 || ($0 >= 0x20 && $0 != 0x7F) }) else { return nil }
        let isBlank: (UInt8) -> Bool = { $0 == 9 || $0 == 0x20 }
        guard let first = value.utf8.first, let last = value.utf8.last, isBlank(first) || isBlank(last) else {
            return value
        }
        let head = value.utf8.drop(while: isBlank)
        guard let end = head.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(Substring(head[...end]))
    }
}
