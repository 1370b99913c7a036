#if canImport(Darwin)
/// Apple's systems have no list of public suffixes that an app may ask.
enum PublicSuffixes {
    /// Nobody knows: cookies go to the host alone that set them.
    static let contains: (@Sendable (String) -> Bool)? = nil
}
#endif
