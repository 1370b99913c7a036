/// The bytes behind the escapes of a text, and where in it they come from.
struct TextView {
    let bytes: [UInt8]
    /// Where each byte starts in the text, and where the last one ends; `nil` when the bytes are the text.
    private let places: [Int]?

    /// A text as it is.
    init(_ text: [UInt8]) {
        bytes = text
        places = nil
    }

    private init(_ bytes: [UInt8], _ places: [Int]) {
        self.bytes = bytes
        self.places = places
    }

    /// Where bytes come from in the text.
    func source(_ range: Range<Int>) -> Range<Int> {
        places.map { $0[range.lowerBound]..<$0[range.upperBound] } ?? range
    }

    /// The bytes behind percent-encoding (RFC 3986 §2.1) and the escapes of JSON (RFC 8259 §7) and HTML; `nil` when
    /// there are none.
    func decoded() -> TextView? {
        guard bytes.contains(where: { Self.marks.contains($0) }) else { return nil }
        var result: [UInt8] = []
        var starts: [Int] = []
        var place = 0
        while place < bytes.count {
            let (found, length) = escape(at: place) ?? ([bytes[place]], 1)
            result += found
            starts += repeatElement(source(place..<place).lowerBound, count: found.count)
            place += length
        }
        guard result.count < bytes.count else { return nil }
        return TextView(result, starts + [source(place..<place).lowerBound])
    }

    private static let marks = ByteSet("%\\&")

    private func escape(at place: Int) -> (bytes: [UInt8], length: Int)? {
        switch bytes[place] {
        case UInt8(ascii: "%"): PercentEncoding.escaped(at: place, in: bytes[...]).map { ([$0], 3) }
        case UInt8(ascii: "\\"): backslash(at: place)
        case UInt8(ascii: "&"): entity(at: place)
        default: nil
        }
    }

    private func backslash(at place: Int) -> (bytes: [UInt8], length: Int)? {
        guard place + 1 < bytes.count else { return nil }
        switch bytes[place + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "'"):
            return ([bytes[place + 1]], 2)
        case UInt8(ascii: "n"): return ([10], 2)
        case UInt8(ascii: "r"): return ([13], 2)
        case UInt8(ascii: "t"): return ([9], 2)
        case UInt8(ascii: "u"): return unicode(at: place)
        default: return nil
        }
    }

    private func unicode(at place: Int) -> (bytes: [UInt8], length: Int)? {
        guard let unit = unit(at: place) else { return nil }
        if let scalar = Unicode.Scalar(unit) { return (Array(String(scalar).utf8), 6) }
        guard (0xD800...0xDBFF).contains(unit), let low = self.unit(at: place + 6), (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        else { return nil }
        return (Array(String(scalar).utf8), 12)
    }

    private func unit(at place: Int) -> UInt32? {
        guard place + 5 < bytes.count, bytes[place] == UInt8(ascii: "\\"), bytes[place + 1] == UInt8(ascii: "u") else {
            return nil
        }
        return UInt32(String(decoding: bytes[place + 2..<place + 6], as: UTF8.self), radix: 16)
    }

    private func entity(at place: Int) -> (bytes: [UInt8], length: Int)? {
        guard let end = bytes[place...].prefix(10).firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = String(decoding: bytes[place + 1..<end], as: UTF8.self)
        let length = end - place + 1
        if let known = Self.entities[name] { return ([known], length) }
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let value = digits.first == "x" || digits.first == "X" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return value.flatMap(Unicode.Scalar.init).map { (Array(String($0).utf8), length) }
    }

    private static let entities: [String: UInt8] = [
        "amp": UInt8(ascii: "&"), "lt": UInt8(ascii: "<"), "gt": UInt8(ascii: ">"), "quot": UInt8(ascii: "\""),
        "apos": UInt8(ascii: "'"),
    ]
}
