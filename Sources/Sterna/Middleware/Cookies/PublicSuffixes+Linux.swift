#if canImport(Glibc)
/// The domains beneath which anybody can have a name, such as `com` and `github.io`, through libpsl.
enum PublicSuffixes {
    private typealias Latest = @convention(c) @Sendable (UnsafePointer<CChar>?) -> OpaquePointer?
    private typealias IsSuffix = @convention(c) @Sendable (OpaquePointer?, UnsafePointer<CChar>) -> Int32

    /// Whether a domain is one of them; `nil` where libpsl is missing.
    static let contains: (@Sendable (String) -> Bool)? = {
        guard let library = SharedLibrary("libpsl.so.5"),
            let latest = library.function("psl_latest", as: Latest.self),
            let isSuffix = library.function("psl_is_public_suffix", as: IsSuffix.self),
            // The system's list, or the one within the library where that is newer. It is kept for good.
            let list = latest(nil)
        else { return nil }
        let address = UInt(bitPattern: list)
        return { isSuffix(OpaquePointer(bitPattern: address), $0) != 0 }
    }()
}
#endif
