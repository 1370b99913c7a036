/// Bodies as text, by the charset that the server names.
enum BodyText {
    /// The text; UTF-8 when no charset is named.
    static func decoded(_ data: Data, _ type: MediaType?) throws(DecodingFailure) -> String {
        let charset = type?.charset ?? "utf-8"
        switch charset {
        case "utf-8", "utf8", "us-ascii", "ascii":
            let text = data.withoutByteOrderMark
            return try valid(String(data: text, encoding: .utf8), charset)
        case "iso-8859-1", "latin1", "iso8859-1", "iso_8859-1":
            return String(String.UnicodeScalarView(data.map { Unicode.Scalar($0) }))
        case "utf-16": return try valid(String(data: data, encoding: .utf16), charset)
        case "utf-16le": return try valid(String(data: data, encoding: .utf16LittleEndian), charset)
        case "utf-16be": return try valid(String(data: data, encoding: .utf16BigEndian), charset)
        default:
            throw DecodingFailure(
                path: "$", expected: "String",
                reason: "the charset “\(charset.escapedForDisplay)” is not known: ask for Data and convert it")
        }
    }

    private static func valid(_ text: String?, _ charset: String) throws(DecodingFailure) -> String {
        guard let text else {
            throw DecodingFailure(
                path: "$", expected: "String", reason: "the body is not \(charset): ask for Data to get its bytes")
        }
        return text
    }
}
