#if os(Linux)
/// The system's own source.
enum PlatformNetwork {
    static func source() -> any NetworkSource { NetlinkSource() }
}
#endif
