/// What lies beside the part of a file: whose part it is, and how the server knows its version.
struct ResumeNote: Hashable, Sendable {
    /// The address that was asked, without user name and password.
    let url: String
    /// How the server knows the version.
    let validator: StrongValidator
    /// The bytes of the whole; `nil` when the server did not say.
    let length: Int64?
    /// The name that the server gave.
    let fileName: String

    /// The note of an answer that holds the whole; `nil` when its part could not be continued.
    init?(_ response: HTTPResponse, to request: HTTPRequest) {
        guard request.method == .get, !response.isDecoded, let validator = StrongValidator(response.fields),
            response.fields[.acceptRanges]?.lowercased() != "none"
        else { return nil }
        url = request.url.withoutSecrets.text
        self.validator = validator
        length = response.contentLength
        fileName = response.suggestedFileName
    }
}

extension ResumeNote: Codable {
    private enum Keys: String, CodingKey {
        case url, eTag, lastModified, length, fileName
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        url = try values.decode(String.self, forKey: .url)
        length = try values.decodeIfPresent(Int64.self, forKey: .length)
        let name = try values.decode(String.self, forKey: .fileName)
        fileName = FileName.safe(name) ?? "download"
        if let tag = try values.decodeIfPresent(String.self, forKey: .eTag) {
            validator = .eTag(tag)
        } else {
            validator = .lastModified(try values.decode(String.self, forKey: .lastModified))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Keys.self)
        try values.encode(url, forKey: .url)
        switch validator {
        case .eTag(let tag): try values.encode(tag, forKey: .eTag)
        case .lastModified(let date): try values.encode(date, forKey: .lastModified)
        }
        try values.encodeIfPresent(length, forKey: .length)
        try values.encode(fileName, forKey: .fileName)
    }

    /// Reads a note; `nil` of anything that is none.
    init?(_ data: Data) {
        guard let note = try? BodyDecoder().decode(ResumeNote.self, from: data, contentType: .json) else { return nil }
        self = note
    }

    /// The note as it lies beside the part.
    var data: Data { (try? BodyEncoder().jsonData(self)) ?? Data() }
}

extension HTTPResponse {
    /// The bytes that the server promises; `nil` when it does not say, or counts others than those that come.
    var contentLength: Int64? {
        guard !isDecoded, let text = fields[.contentLength], text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int64(text)
    }
}
