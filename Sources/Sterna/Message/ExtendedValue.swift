/// The value of a parameter whose name ends in `*`: `UTF-8'en'%e2%82%ac` (RFC 8187 §3.2).
enum ExtendedValue {
    /// The text; `nil` when the value has not this form, names another encoding than UTF-8 and ISO 8859-1, or is not
    /// encoded as it says.
    static func decoded(_ value: String) -> String? {
        let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[2].isEmpty, let bytes = bytes(of: Array(parts[2].utf8)[...]) else { return nil }
        switch parts[0].lowercased() {
        case "utf-8": return String(validating: bytes, as: UTF8.self)
        case "iso-8859-1": return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        default: return nil
        }
    }

    private static func bytes(of text: ArraySlice<UInt8>) -> [UInt8]? {
        let isWhole = text.indices.allSatisfy { place in
            text[place] == UInt8(ascii: "%")
                ? PercentEncoding.escaped(at: place, in: text) != nil : text[place] > 0x1F && text[place] < 0x7F
        }
        return isWhole ? PercentEncoding.bytes(of: text) : nil
    }
}
