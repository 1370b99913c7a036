/// The hosts that are reached without a proxy, written as in `no_proxy`: names, which stand for all beneath them too,
/// addresses, and networks such as `10.0.0.0/8`, between commas or blanks; `*` alone is every host.
struct ProxyBypass: Hashable, Sendable {
    private let isEverything: Bool
    private let entries: [String]

    init(_ text: String) {
        isEverything = text == "*"
        entries = text.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }.map(String.init)
    }

    /// Whether a host of a URI is on the list.
    func holds(_ host: String) -> Bool {
        if isEverything { return true }
        guard let address = Address(host) else {
            let name = Self.withoutDot(host)
            return entries.contains { Self.name($0, holds: name) }
        }
        return entries.contains { Self.network($0, holds: address) }
    }

    private static func name(_ entry: String, holds host: Substring) -> Bool {
        let entry = withoutDot(entry)
        let name = entry.hasPrefix(".") ? entry.dropFirst() : entry
        return !name.isEmpty && (host == name || host.hasSuffix("." + name))
    }

    private static func network(_ entry: String, holds address: Address) -> Bool {
        let parts = entry.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let own = Address(String(parts[0])), own.bytes.count == address.bytes.count else { return false }
        guard parts.count == 2 else { return own == address }
        guard let bits = Int(parts[1]), (0...address.bytes.count * 8).contains(bits) else { return false }
        let whole = bits / 8
        guard own.bytes[..<whole] == address.bytes[..<whole] else { return false }
        guard bits % 8 > 0 else { return true }
        return (own.bytes[whole] ^ address.bytes[whole]) >> (8 - bits % 8) == 0
    }

    private static func withoutDot(_ name: String) -> Substring { name.hasSuffix(".") ? name.dropLast() : name[...] }

    /// The bytes of an address.
    private struct Address: Hashable {
        let bytes: [UInt8]

        /// Reads an address with or without brackets, whose zone does not count; `nil` of a name.
        init?(_ text: String) {
            let inner = Array(
                text.utf8.drop { $0 == UInt8(ascii: "[") }.prefix { $0 != UInt8(ascii: "]") && $0 != UInt8(ascii: "%") }
            )
            if let four = IPv6Address.ipv4(inner[...]) {
                bytes = four
            } else if let six = IPv6Address(inner[...]) {
                bytes = six.bytes
            } else {
                return nil
            }
        }
    }
}
