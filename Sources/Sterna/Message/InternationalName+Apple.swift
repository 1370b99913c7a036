#if canImport(Darwin)
/// Names of hosts beyond ASCII (RFC 5891, UTS 46), through Foundation.
enum InternationalName {
    /// The name in lower-case ASCII, not yet looked at label by label.
    static func ascii(_ name: String) throws(InvalidHost) -> String {
        var components = URLComponents()
        components.host = name
        guard let host = components.encodedHost, !host.isEmpty,
            host.utf8.allSatisfy({ $0 < 128 && $0 != UInt8(ascii: "%") })
        else { throw InvalidHost("“\(name.escapedForDisplay)” cannot be a host name: write it as xn--…") }
        return host.lowercased()
    }
}
#endif
