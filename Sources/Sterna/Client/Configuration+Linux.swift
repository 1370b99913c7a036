#if !canImport(Darwin)
/// What the process says of its own version: nothing, on Linux.
enum ProcessVersion {
    static var current: String? { nil }
}

/// Where a build keeps its settings: the environment, on Linux.
enum BuildSettings {
    static func value(of key: String, _ environment: [String: String]) -> String? { environment[key] }

    static func advice(_ key: String) -> String { "set the environment variable \(key)" }
}
#endif
