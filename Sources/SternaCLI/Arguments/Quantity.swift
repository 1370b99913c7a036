/// Numbers as they are typed: seconds, sizes and counts. Nothing but plain digits is a number: `nan`, `inf`, `0x10`,
/// `1e9` and a sign are refused.
enum Quantity {
    /// A value that is no quantity, with what was expected.
    struct Refusal: Error, Equatable {
        let expected: String
    }

    /// The longest time that can be asked for: a year.
    private static let longest = 31_536_000.0

    /// A time in seconds, with an optional unit `ms`, `s`, `m` or `h`; `nil` for 0, which is "no limit".
    static func limit(_ text: String) throws(Refusal) -> Duration? {
        let expected = "seconds, such as 5, 0.5, 500ms or 2m, up to a year; 0 is no limit"
        let (number, unit) = split(text)
        guard let value = decimal(number), let factor = ["": 1, "s": 1, "ms": 0.001, "m": 60, "h": 3600][unit]
        else { throw Refusal(expected: expected) }
        let seconds = value * factor
        guard seconds <= longest else { throw Refusal(expected: expected) }
        guard seconds > 0 else { return nil }
        return max(.milliseconds(1), .nanoseconds(Int64((seconds * 1_000_000_000).rounded())))
    }

    /// A size in bytes, with an optional unit K, M, G or T of 1024, 1024², … bytes.
    static func size(_ text: String) throws(Refusal) -> Int64 {
        let refusal = Refusal(expected: "a number of bytes, such as 4096, 64K, 10M or 1G")
        let (number, unit) = split(text)
        let shifts: [String: Int64] = ["": 0, "b": 0, "k": 10, "kb": 10, "kib": 10, "m": 20, "mb": 20, "mib": 20]
            .merging(["g": 30, "gb": 30, "gib": 30, "t": 40, "tb": 40, "tib": 40]) { first, _ in first }
        guard let shift = shifts[unit.lowercased()] else { throw refusal }
        if let whole = Int64(number), number.allSatisfy(isDigit) {
            let (product, overflow) = whole.multipliedReportingOverflow(by: 1 << shift)
            guard !overflow else { throw refusal }
            return product
        }
        guard shift > 0, let value = decimal(number) else { throw refusal }
        let bytes = (value * Double(Int64(1) << shift)).rounded()
        guard bytes < 0x1p62 else { throw refusal }
        return Int64(bytes)
    }

    /// A number from 0 to 1.
    static func fraction(_ text: String) throws(Refusal) -> Double {
        guard let value = decimal(text), value <= 1 else { throw Refusal(expected: "0 to 1, such as 0.7") }
        return value
    }

    /// A whole number within `range`.
    static func count(_ text: String, in range: ClosedRange<Int>) throws(Refusal) -> Int {
        guard text.allSatisfy(isDigit), let value = Int(text), range.contains(value) else {
            throw Refusal(expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    private static func split(_ text: String) -> (number: String, unit: String) {
        let number = text.prefix { isDigit($0) || $0 == "." }
        return (String(number), String(text.dropFirst(number.count)))
    }

    private static func decimal(_ text: String) -> Double? {
        guard text.contains(where: isDigit), text.allSatisfy({ isDigit($0) || $0 == "." }) else { return nil }
        let padded = text.hasPrefix(".") ? "0" + text : text.hasSuffix(".") ? text + "0" : text
        guard let value = Double(padded), value.isFinite else { return nil }
        return value
    }

    private static func isDigit(_ character: Character) -> Bool {
        character.isASCII && character.isNumber
    }
}
