#if !canImport(Darwin)
extension Language {
    /// The language of the process: that of `LC_ALL`, `LC_MESSAGES` or `LANG`, the first that is set.
    public static var preferred: Language {
        Language(environment: ProcessInfo.processInfo.environment)
    }
}
#endif
