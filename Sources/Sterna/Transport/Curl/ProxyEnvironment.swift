#if os(Linux)
import Glibc

/// Whether the environment names a proxy, by the variables that libcurl reads.
enum ProxyEnvironment {
    private static let names = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]

    static var namesProxy: Bool {
        names.contains { (name: String) in getenv(name) != nil }
    }
}
#endif
