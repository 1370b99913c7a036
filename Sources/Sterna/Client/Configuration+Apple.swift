#if canImport(Darwin)
/// What the app says of its own version.
enum ProcessVersion {
    static var current: String? { Bundle.main.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String }
}

/// Where a build keeps its settings: Info.plist, and the environment for tools and schemes.
enum BuildSettings {
    static func value(of key: String, _ environment: [String: String]) -> String? {
        Bundle.main.object(forInfoDictionaryKey: key) as? String ?? environment[key]
    }

    static func advice(_ key: String) -> String {
        "set the key \(key) in Info.plist, or the environment variable \(key) for a command-line tool"
    }
}
#endif
