/// The lines before a part's content.
enum MultipartHead {
    /// The fields of a part and the empty line after them.
    ///
    /// - Throws: `invalidRequest` when the type holds what could end its line.
    static func text(of part: MultipartForm.Part) throws(APIError) -> String {
        var text = "Content-Disposition: form-data; name=\"\(escaped(part.name))\""
        if let fileName = part.fileName { text += "; filename=\"\(escaped(fileName))\"" }
        text += "\r\n"
        if let type = part.body.contentType ?? (part.fileName == nil ? nil : .bytes) {
            guard isSafe(type) else {
                throw APIError(
                    .invalidRequest,
                    "the type of the part “\(part.name.escapedForDisplay)” holds a control character: remove it")
            }
            text += "Content-Type: \(type)\r\n"
        }
        return text + "\r\n"
    }

    private static func escaped(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 == 0x22 || $0 == 0x0D || $0 == 0x0A }) else { return name }
        var result: [UInt8] = []
        for byte in name.utf8 {
            switch byte {
            case 0x22: result += "%22".utf8
            case 0x0D: result += "%0D".utf8
            case 0x0A: result += "%0A".utf8
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Parameters are read leniently; type and subtype are tokens.
    private static func isSafe(_ type: MediaType) -> Bool {
        type.parameters.items.allSatisfy { item in
            Token.isValid(item.name) && item.value.utf8.allSatisfy { $0 == 9 || ($0 >= 0x20 && $0 != 0x7F) }
        }
    }
}
