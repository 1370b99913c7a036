/// Finds secrets that are known wherever they stand in a text: as they are, percent-encoded, escaped as in JSON or
/// HTML, in Base64 at any offset, and these within one another.
struct SecretFinder {
    /// Shorter ones are part of too many words.
    static let shortest = 6
    /// How much of a secret has to stand at an end of a text that was cut to count as one.
    private static let shortestPart = 8
    /// How many codings may lie over one another.
    private static let depth = 3

    private struct Pattern {
        let bytes: [UInt8]
        let isBase64: Bool
    }

    private let patterns: [Pattern]
    /// The patterns by their first byte.
    private let starts: [[Int]]

    init(_ secrets: some Sequence<String>) {
        patterns = Set(secrets).flatMap { secret -> [Pattern] in
            let bytes = Array(secret.utf8)
            guard bytes.count >= Self.shortest else { return [] }
            let form = bytes.contains(0x20) ? [bytes.map { $0 == 0x20 ? UInt8(ascii: "+") : $0 }] : []
            return ([bytes] + form).map { Pattern(bytes: $0, isBase64: false) }
                + (0..<3).map { Pattern(bytes: Self.base64(bytes, after: $0), isBase64: true) }
        }
        var starts = [[Int]](repeating: [], count: 256)
        for (index, pattern) in patterns.enumerated() {
            starts[Int(pattern.bytes[0])].append(index)
            // Base64 for URLs has other last two characters (RFC 4648 §5).
            if pattern.isBase64, pattern.bytes[0] == UInt8(ascii: "+") { starts[Int(UInt8(ascii: "-"))].append(index) }
            if pattern.isBase64, pattern.bytes[0] == UInt8(ascii: "/") { starts[Int(UInt8(ascii: "_"))].append(index) }
        }
        self.starts = starts
    }

    /// Whether there is nothing to look for.
    var isEmpty: Bool { patterns.isEmpty }

    /// The places in a text; they may overlap.
    func ranges(in text: [UInt8]) -> [Range<Int>] {
        guard !isEmpty else { return [] }
        var ranges: [Range<Int>] = []
        var view = TextView(text)
        for _ in 0...Self.depth {
            ranges += places(in: view.bytes).map { view.source($0) }
            guard let inner = view.decoded() else { break }
            view = inner
        }
        return ranges
    }

    private func places(in bytes: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        for start in bytes.indices {
            for index in starts[Int(bytes[start])] {
                if let end = end(of: patterns[index], in: bytes, from: start) { ranges.append(start..<end) }
            }
        }
        for cut in [0] + bytes.indices.filter({ Self.isEllipsis(at: $0, in: bytes) }).map({ $0 + 3 }) {
            if let count = patterns.lazy.compactMap({ tail(of: $0, in: bytes[cut...]) }).max() {
                ranges.append(cut..<cut + count)
            }
        }
        return ranges
    }

    /// Where a pattern that starts at a place ends. It may be cut short by the end of the text, or by “…”.
    private func end(of pattern: Pattern, in bytes: [UInt8], from start: Int) -> Int? {
        var count = 0
        while count < pattern.bytes.count, start + count < bytes.count,
            Self.matches(bytes[start + count], pattern, count)
        {
            count += 1
        }
        if count == pattern.bytes.count { return start + count }
        let isCut = start + count == bytes.count || Self.isEllipsis(at: start + count, in: bytes)
        return isCut && count >= Self.shortestPart ? start + count : nil
    }

    /// How much of the end of a pattern a text begins with that was cut.
    private func tail(of pattern: Pattern, in bytes: ArraySlice<UInt8>) -> Int? {
        let count = pattern.bytes.count
        guard count > Self.shortestPart else { return nil }
        return (1...count - Self.shortestPart).first { skipped in
            count - skipped <= bytes.count
                && (skipped..<count).allSatisfy {
                    Self.matches(bytes[bytes.startIndex + $0 - skipped], pattern, $0)
                }
        }.map { count - $0 }
    }

    private static func isEllipsis(at place: Int, in bytes: [UInt8]) -> Bool {
        place + 2 < bytes.count && bytes[place] == 0xE2 && bytes[place + 1] == 0x80 && bytes[place + 2] == 0xA6
    }

    private static func matches(_ byte: UInt8, _ pattern: Pattern, _ offset: Int) -> Bool {
        let expected = pattern.bytes[offset]
        guard byte != expected else { return true }
        guard pattern.isBase64 else { return false }
        return byte == UInt8(ascii: "-") && expected == UInt8(ascii: "+")
            || byte == UInt8(ascii: "_") && expected == UInt8(ascii: "/")
    }

    /// The characters of Base64 that depend on the secret alone when so many bytes stand before it.
    private static func base64(_ secret: [UInt8], after count: Int) -> [UInt8] {
        let text = Data([UInt8](repeating: 0, count: count) + secret).base64EncodedString()
        let first = (count * 8 + 5) / 6
        let last = (count + secret.count) * 8 / 6
        return Array(text.utf8)[first..<last].map { $0 }
    }
}
