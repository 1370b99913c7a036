/// The one way in which a host is written: for `Host`, look-up, cookies, pins and the comparison of origins.
enum HostName {
    /// The longest name that DNS knows, and the longest label, in bytes (RFC 1035 §2.3.4).
    private static let longestName = 253, longestLabel = 63

    private static let nameBytes = ByteSet("abcdefghijklmnopqrstuvwxyz0123456789-_.")

    /// Reads a host as it stands in a URI: a name in any alphabet, an IPv4 address, an IPv6 address in brackets.
    static func canonical(_ bytes: ArraySlice<UInt8>) throws(InvalidHost) -> String {
        guard let first = bytes.first else { throw InvalidHost("no host: write one after //") }
        if first == UInt8(ascii: "[") { return try address(bytes) }
        let plain = PercentEncoding.bytes(of: bytes)
        guard let name = String(validating: plain, as: UTF8.self) else {
            throw InvalidHost("the host's escapes are no UTF-8: write the name itself")
        }
        guard !plain.allSatisfy({ $0 < 128 }) else { return try checked(name.lowercased()) }
        return try checked(try InternationalName.ascii(name))
    }

    /// An ASCII name in lower case, looked at label by label.
    private static func checked(_ name: String) throws(InvalidHost) -> String {
        if let odd = name.unicodeScalars.first(where: { !$0.isASCII || !nameBytes.contains(UInt8($0.value)) }) {
            let shown = String(odd).escapedForDisplay
            throw InvalidHost("“\(shown)” in the host: a name has letters, digits, - and dots only")
        }
        var labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
        for label in labels {
            guard !label.isEmpty else { throw InvalidHost("an empty part in the host “\(name)”: remove a dot") }
            guard label.count <= longestLabel else {
                throw InvalidHost("a part of the host has \(label.count) bytes: at most \(longestLabel) are allowed")
            }
        }
        let length = labels.reduce(labels.count - 1) { $0 + $1.count }
        guard length <= longestName else {
            throw InvalidHost("the host has \(length) bytes: at most \(longestName) are allowed")
        }
        guard let last = labels.last, isNumber(last) else { return name }
        guard isIPv4(name) else {
            throw InvalidHost("“\(name)” is no IPv4 address: write four numbers from 0 to 255, such as 127.0.0.1")
        }
        return name
    }

    /// Whether a label makes libraries read the whole name as an IPv4 address: `7`, `0x7f`.
    private static func isNumber(_ label: Substring.UTF8View) -> Bool {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        if label.allSatisfy(digits.contains) { return true }
        return label.starts(with: "0x".utf8)
            && label.dropFirst(2).allSatisfy { digits.contains($0) || (0x61...0x66).contains($0) }
    }

    private static func isIPv4(_ name: String) -> Bool {
        IPv6Address.ipv4(Array(name.utf8)[...]) != nil
    }

    /// An IPv6 address with its brackets, in its shortest form, with the zone if there is one (RFC 6874).
    private static func address(_ bytes: ArraySlice<UInt8>) throws(InvalidHost) -> String {
        guard bytes.last == UInt8(ascii: "]") else {
            throw InvalidHost("no port or path right after the bracket: write [::1] or [::1]:8080")
        }
        let inner = bytes.dropFirst().dropLast()
        let end = inner.firstIndex(of: UInt8(ascii: "%")) ?? inner.endIndex
        guard let address = IPv6Address(inner[..<end]) else {
            let shown = String(decoding: inner, as: UTF8.self)
            throw InvalidHost("“\(shown)” is no IPv6 address: write one such as [2001:db8::1]")
        }
        guard end < inner.endIndex else { return "[\(address)]" }
        return "[\(address)%25\(try zone(inner[(end + 1)...]))]"
    }

    /// The name of a network interface after `%25`; a bare `%` is read as well, as people copy it from other tools.
    private static func zone(_ bytes: ArraySlice<UInt8>) throws(InvalidHost) -> String {
        let name = bytes.starts(with: "25".utf8) ? bytes.dropFirst(2) : bytes
        guard !name.isEmpty, name.allSatisfy(ByteSet.unreserved.contains) else {
            throw InvalidHost("no zone after %25: write the interface, such as [fe80::1%25eth0]")
        }
        return String(decoding: name, as: UTF8.self)
    }
}
