/// The text of a number, turned into values that are exact or refused (RFC 8259 §6).
struct JSONNumber {
    /// Why a number has no exact value of a type.
    enum Inexact: Error {
        case fraction, overflow, tooManyDigits

        func reason(_ number: String, _ type: String) -> String {
            switch self {
            case .fraction: "\(number.prefix(40)) is not a whole number"
            case .overflow: "\(number.prefix(40)) does not fit in \(type)"
            case .tooManyDigits: "\(number.prefix(60)) has more digits than \(type) holds"
            }
        }
    }

    /// The text, which the scanner has checked.
    let bytes: UnsafeBufferPointer<UInt8>

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The nearest Double; infinite when the number is too large.
    var double: Double {
        // Both parts are exact in this range, so that one operation rounds once (Clinger's fast path).
        if let parts = small, parts.digits <= 1 << 53, abs(parts.exponent) <= 22 {
            let value = Double(parts.digits)
            let scaled = parts.exponent < 0 ? value / Self.powers[-parts.exponent] : value * Self.powers[parts.exponent]
            return parts.isNegative ? -scaled : scaled
        }
        return Double(text) ?? .infinity
    }

    /// The number as an integer, also where it is written as `1.0` or `1e3`.
    func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) throws(Inexact) -> Integer {
        if let parts = small, parts.exponent == 0 {
            let value = parts.isNegative ? -Int64(parts.digits) : Int64(parts.digits)
            guard let integer = Integer(exactly: value) else { throw .overflow }
            return integer
        }
        return try exact(Parts(bytes))
    }

    /// The number as a decimal, digit for digit.
    func decimal() throws(Inexact) -> Decimal {
        let parts = Parts(bytes)
        guard !parts.digits.isEmpty else { return Decimal(0) }
        guard parts.digits.count <= 38 else { throw .tooManyDigits }
        guard parts.exponent >= -128, parts.exponent + parts.digits.count <= 38 + 127 else { throw .overflow }
        let digits = String(decoding: parts.digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
        let shift = max(0, parts.exponent - 127)
        let padded = digits + String(repeating: "0", count: shift)
        guard padded.count <= 38, let significand = Decimal(string: padded), !significand.isNaN else { throw .overflow }
        return Decimal(
            sign: parts.isNegative ? .minus : .plus, exponent: parts.exponent - shift, significand: significand)
    }

    private static let powers: [Double] = (0...22).map { exponent in
        (0..<exponent).reduce(1) { power, _ in power * 10 }
    }

    /// Sign, digits and power of ten of a number of at most 18 digits without an exponent.
    private var small: (isNegative: Bool, digits: UInt64, exponent: Int)? {
        guard bytes.count <= 19 else { return nil }
        var digits: UInt64 = 0
        var count = 0
        var point: Int?
        for (place, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits = digits &* 10 &+ UInt64(byte & 15)
                count += 1
            case UInt8(ascii: "."): point = place
            case UInt8(ascii: "-"): continue
            default: return nil
            }
        }
        guard count <= 18 else { return nil }
        return (bytes.first == UInt8(ascii: "-"), digits, point.map { $0 + 1 - bytes.count } ?? 0)
    }

    private func exact<Integer: FixedWidthInteger>(_ parts: Parts) throws(Inexact) -> Integer {
        guard !parts.digits.isEmpty else { return 0 }
        guard parts.exponent >= 0 else { throw .fraction }
        guard parts.digits.count + parts.exponent <= 40 else { throw .overflow }
        var value: Integer = 0
        for place in 0..<parts.digits.count + parts.exponent {
            let digit = place < parts.digits.count ? parts.digits[place] : 0
            let (tenfold, overflows) = value.multipliedReportingOverflow(by: 10)
            guard let digit = Integer(exactly: digit) else { throw .overflow }
            let (next, exceeds) =
                parts.isNegative ? tenfold.subtractingReportingOverflow(digit) : tenfold.addingReportingOverflow(digit)
            guard !overflows, !exceeds else { throw .overflow }
            value = next
        }
        return value
    }
}

extension JSONNumber {
    /// A number as digits without zeros at either end, times a power of ten.
    private struct Parts {
        var isNegative = false
        var digits: [UInt8] = []
        var exponent = 0

        init(_ bytes: UnsafeBufferPointer<UInt8>) {
            let mark = bytes.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? bytes.endIndex
            isNegative = bytes.first == UInt8(ascii: "-")
            exponent = Self.exponent(bytes[mark...].dropFirst())
            var isFraction = false
            for byte in bytes[..<mark] where byte != UInt8(ascii: "-") {
                guard byte != UInt8(ascii: ".") else {
                    isFraction = true
                    continue
                }
                if isFraction { exponent -= 1 }
                if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte & 15) }
            }
            while digits.last == 0 {
                digits.removeLast()
                exponent += 1
            }
        }

        // An exponent of more digits than fit is as good as one that is merely huge.
        private static func exponent(_ text: UnsafeBufferPointer<UInt8>.SubSequence) -> Int {
            var value = 0
            for byte in text where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
                value = min(value * 10 + Int(byte & 15), 1_000_000_000_000)
            }
            return text.first == UInt8(ascii: "-") ? -value : value
        }
    }
}
