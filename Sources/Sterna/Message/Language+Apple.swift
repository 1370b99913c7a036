#if canImport(Darwin)
extension Language {
    /// The first of the person's languages that there are messages in.
    public static var preferred: Language {
        Locale.preferredLanguages.lazy.compactMap(Language.init(tag:)).first ?? .english
    }
}
#endif
