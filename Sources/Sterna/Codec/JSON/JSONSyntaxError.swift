/// A text that is not JSON (RFC 8259).
package struct JSONSyntaxError: Error, Hashable, Sendable {
    /// The byte at which it stops being JSON, counted from 0.
    package let offset: Int
    /// What was found and what would be right.
    package let reason: String
    /// Whether the text is right as far as it goes, and ends too early.
    package let isTruncated: Bool

    init(_ reason: String, at offset: Int, isTruncated: Bool = false) {
        self.offset = offset
        self.reason = reason
        self.isTruncated = isTruncated
    }
}
