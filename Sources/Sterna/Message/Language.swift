/// A language that messages for people exist in.
public enum Language: String, Hashable, Sendable, CaseIterable {
    /// English; also what anyone gets whose language is not among these.
    case english = "en"
    /// French.
    case french = "fr"
    /// Arabic.
    case arabic = "ar"

    /// The language of a tag such as `fr`, `fr-CA` or `fr_FR.UTF-8`; `nil` when there are no messages in it.
    public init?(tag: String) {
        let name = tag.prefix { $0 != "-" && $0 != "_" && $0 != "." && $0 != "@" }
        self.init(rawValue: name.lowercased())
    }

    /// The language that POSIX programs speak in: that of the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set
    /// and not empty.
    package init(environment: [String: String]) {
        let tag = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        self = tag.flatMap(Language.init(tag:)) ?? .english
    }
}
