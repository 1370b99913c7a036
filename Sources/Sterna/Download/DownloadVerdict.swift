/// What an answer to a download is worth (RFC 9110 §14, §15.3.7, §15.5.17). A pure function of the answer and of what
/// is there already.
enum DownloadVerdict: Equatable {
    /// The body is the whole file, this long when the server says so.
    case whole(length: Int64?)
    /// The body goes on where the part ends: up to this byte, of a whole this long when that is known.
    case rest(end: Int64, length: Int64?)
    /// The part is the whole already.
    case complete
    /// The part cannot be continued with this answer: ask for the whole.
    case askForWhole
    /// There is nothing to be had.
    case refuse(APIError.Kind, String)

    /// - Parameters:
    ///   - response: an answer whose status is accepted.
    ///   - offset: the byte from which on the file was asked for; 0 of the whole.
    ///   - note: what is known of the part when `offset` is not 0.
    init(_ response: HTTPResponse, from offset: Int64, _ note: ResumeNote?) {
        let range = response.fields[.contentRange].flatMap(ContentRange.init)
        switch response.status.code {
        case 204, 205: self = .refuse(.emptyBody, "the server answered \(response.status): there is nothing to save")
        case 206 where offset > 0: self = Self.part(response, range, offset, note)
        case 206: self = Self.unasked(response, range)
        case 416 where offset > 0: self = Self.beyond(response, range, offset, note)
        // What these say of the condition, If-Range would have answered with the whole.
        case 304,
            412 where offset > 0:
            self = .askForWhole
        case 200 where offset > 0 && Self.isMislabelled(response, range): self = .askForWhole
        default: self = .whole(length: response.contentLength)
        }
    }

    private static func part(
        _ response: HTTPResponse, _ range: ContentRange?, _ offset: Int64, _ note: ResumeNote?
    ) -> DownloadVerdict {
        guard let note, let range, let bytes = range.bytes, bytes.lowerBound == offset, !isMultipart(response),
            // Bytes of another coding are counted otherwise.
            !response.isDecoded, note.validator.matches(response.fields)
        else { return .askForWhole }
        if let known = note.length, let length = range.length, known != length { return .askForWhole }
        let end = bytes.upperBound + 1
        guard end <= note.length ?? .max, response.contentLength ?? (end - offset) == end - offset else {
            return .askForWhole
        }
        return .rest(end: end, length: range.length ?? note.length)
    }

    /// A part although the whole was asked for: fine when it is all of it.
    private static func unasked(_ response: HTTPResponse, _ range: ContentRange?) -> DownloadVerdict {
        guard let bytes = range?.bytes, let length = range?.length, bytes == 0...length - 1, !isMultipart(response)
        else {
            let field = response.fields[.contentRange].map { " (\($0.escapedForDisplay))" } ?? ""
            return .refuse(
                .malformedResponse, "the server answered 206 with a part\(field), and the whole was asked for")
        }
        return .whole(length: response.isDecoded ? nil : length)
    }

    /// Nothing lies behind the part: it is the whole, or belongs to another one.
    private static func beyond(
        _ response: HTTPResponse, _ range: ContentRange?, _ offset: Int64, _ note: ResumeNote?
    ) -> DownloadVerdict {
        guard let note, range?.bytes == nil, range?.length == offset, note.length ?? offset == offset,
            !note.validator.contradicts(response.fields)
        else { return .askForWhole }
        return .complete
    }

    /// A 200 that says of itself that it is the part: its body may be the part alone.
    private static func isMislabelled(_ response: HTTPResponse, _ range: ContentRange?) -> Bool {
        guard let bytes = range?.bytes, let length = range?.length, bytes != 0...length - 1 else { return false }
        return response.contentLength != length
    }

    private static func isMultipart(_ response: HTTPResponse) -> Bool {
        let type = response.fields[.contentType].flatMap(MediaType.init)
        return type?.type == "multipart" && type?.subtype == "byteranges"
    }
}
