/// What tells one version of a resource from every other, byte for byte (RFC 9110 §8.8.1).
enum StrongValidator: Hashable, Sendable {
    /// An entity tag that is not weak, with its quotes.
    case eTag(String)
    /// A date of change, as it was sent, that is known to be strong.
    case lastModified(String)

    /// The validator of an answer; `nil` when it has none that is strong.
    ///
    /// A date is strong when there is no tag at all and the answer was made at least a second after it: only then
    /// can the resource not have changed once more within that second (RFC 9110 §8.8.2.2, §13.1.5).
    init?(_ fields: HTTPFields) {
        if let tag = fields[.eTag] {
            guard Self.isStrong(tag) else { return nil }
            self = .eTag(tag)
            return
        }
        guard let text = fields[.lastModified], let changed = HTTPDate(text),
            let made = fields[.date].flatMap({ HTTPDate($0) }),
            made.date.timeIntervalSince(changed.date) >= 1
        else { return nil }
        self = .lastModified(text)
    }

    /// The value of `If-Range`.
    var text: String {
        switch self {
        case .eTag(let text), .lastModified(let text): text
        }
    }

    /// Whether an answer is about the same version, as far as it tells.
    ///
    /// A part carries the tag that the whole has (RFC 9110 §15.3.7); a part without one is not known to be of the same
    /// version. It may leave out the date.
    func matches(_ fields: HTTPFields) -> Bool {
        switch self {
        case .eTag(let tag): fields[.eTag] == tag
        case .lastModified(let date): fields[.eTag] == nil && fields[.lastModified] ?? date == date
        }
    }

    /// Whether an answer is known to be about another version.
    func contradicts(_ fields: HTTPFields) -> Bool {
        switch self {
        case .eTag(let tag): fields[.eTag].map { $0 != tag } ?? false
        case .lastModified: !matches(fields)
        }
    }

    /// A quoted text without `W/` before it (RFC 9110 §8.8.3).
    private static func isStrong(_ tag: String) -> Bool {
        let bytes = Array(tag.utf8)
        return bytes.count >= 2 && bytes.first == UInt8(ascii: "\"") && bytes.last == UInt8(ascii: "\"")
            && bytes.dropFirst().dropLast().allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "\"") && $0 != 0x7F }
    }
}
