/// Which part of a resource a body is, in bytes (RFC 9110 §14.4).
public struct ContentRange: Hashable, Sendable {
    /// The first and the last byte of the part; `nil` when the range that was asked for cannot be had (416).
    public let bytes: ClosedRange<Int64>?
    /// The length of the whole; `nil` when the server does not know it.
    public let length: Int64?

    /// Reads the value of a `Content-Range` field: `bytes 0-499/1234`, `bytes 0-499/*` or `bytes */1234`.
    ///
    /// `nil` comes of other units, of numbers that do not fit, and of a range that ends before it begins or reaches
    /// beyond the whole.
    public init?(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let halves = words[1].split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        length = Self.number(halves[1])
        guard length != nil || halves[1] == "*" else { return nil }
        if halves[0] == "*" {
            bytes = nil
            guard length != nil else { return nil }
            return
        }
        let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last,
            last < length ?? .max
        else { return nil }
        bytes = first...last
    }

    private static func number(_ text: Substring) -> Int64? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int64(text) : nil
    }
}

extension ContentRange: CustomStringConvertible {
    /// The range as it stands in the field.
    public var description: String {
        let part = bytes.map { "\($0.lowerBound)-\($0.upperBound)" } ?? "*"
        return "bytes \(part)/\(length.map(String.init) ?? "*")"
    }
}
