/// Under which name a body is to be saved (RFC 6266).
public struct ContentDisposition: Hashable, Sendable {
    /// What to do with the body, in lower case: `attachment`, `inline`, `form-data`.
    public let type: String
    /// The parameters, names in lower case.
    public let parameters: FieldParameters

    /// Reads the value of a `Content-Disposition` field; `nil` when it is empty or begins with no word. One that has
    /// parameters alone is an attachment.
    public init?(_ text: String) {
        var scanner = FieldScanner(text)
        scanner.skipBlanks()
        var rest = scanner
        let word = rest.token()
        rest.skipBlanks()
        guard !word.isEmpty else { return nil }
        if rest.next == UInt8(ascii: "=") {
            var alone = FieldScanner(";" + text)
            type = "attachment"
            parameters = FieldParameters(&alone)
        } else {
            type = word.lowercased()
            parameters = FieldParameters(&rest)
        }
    }

    /// The name of the file as the server gives it: `filename*` where it is sound, otherwise `filename` (RFC 6266
    /// §4.3); `nil` when there is none. It may hold folders and worse: save under ``safeFileName``.
    public var fileName: String? {
        for item in parameters.items where item.name == "filename*" {
            if let name = ExtendedValue.decoded(item.value) { return name }
        }
        return parameters["filename"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The name of the file made safe to write in any folder; `nil` when there is none, or nothing safe is left of it.
    public var safeFileName: String? {
        fileName.flatMap(FileName.safe)
    }
}
