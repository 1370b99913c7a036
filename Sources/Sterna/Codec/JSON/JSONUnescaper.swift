/// Resolves the escapes of a string (RFC 8259 §7). The scanner has seen to it that they are well formed.
struct JSONUnescaper {
    /// The text so far, in UTF-8.
    private(set) var text: [UInt8] = []
    /// Whether a surrogate stood without its other half; U+FFFD stands in its place.
    private(set) var hasLoneSurrogate = false

    /// Takes the text between the quotes.
    mutating func append(_ source: ArraySlice<UInt8>) {
        text.reserveCapacity(source.count)
        var place = source.startIndex
        while place < source.endIndex {
            guard source[place] == UInt8(ascii: "\\") else {
                text.append(source[place])
                place += 1
                continue
            }
            place = escape(source, place + 1)
        }
    }

    private mutating func escape(_ source: ArraySlice<UInt8>, _ place: Int) -> Int {
        guard place < source.endIndex else { return place }
        switch source[place] {
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): return unicode(source, place + 1)
        case let byte: text.append(byte)
        }
        return place + 1
    }

    private mutating func unicode(_ source: ArraySlice<UInt8>, _ place: Int) -> Int {
        guard let unit = Self.unit(source, place) else { return source.endIndex }
        if UTF16.isLeadSurrogate(unit), let trail = Self.trail(source, place + 4) {
            append(UTF16.decode(UTF16.EncodedScalar([unit, trail])))
            return place + 10
        }
        let scalar = Unicode.Scalar(unit)
        if scalar == nil { hasLoneSurrogate = true }
        append(scalar ?? "\u{FFFD}")
        return place + 4
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        text.append(contentsOf: scalar.utf8)
    }

    private static func trail(_ source: ArraySlice<UInt8>, _ place: Int) -> UInt16? {
        guard place + 6 <= source.endIndex, source[place] == UInt8(ascii: "\\"), source[place + 1] == UInt8(ascii: "u"),
            let unit = unit(source, place + 2), UTF16.isTrailSurrogate(unit)
        else { return nil }
        return unit
    }

    private static func unit(_ source: ArraySlice<UInt8>, _ place: Int) -> UInt16? {
        guard place + 4 <= source.endIndex else { return nil }
        return UInt16(String(decoding: source[place..<place + 4], as: UTF8.self), radix: 16)
    }
}
