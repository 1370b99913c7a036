/// An IPv6 address: eight groups of sixteen bits (RFC 4291 §2.2), shown in one way (RFC 5952).
struct IPv6Address: Hashable, CustomStringConvertible {
    private let groups: [UInt16]

    /// Reads an address without brackets and zone; `nil` when it is none.
    init?(_ bytes: ArraySlice<UInt8>) {
        let colon = UInt8(ascii: ":")
        guard let gap = Self.gap(in: bytes) else {
            guard let groups = Self.groups(bytes, separator: colon), groups.count == 8 else { return nil }
            self.groups = groups
            return
        }
        let head = bytes[..<gap]
        let tail = bytes[(gap + 2)...]
        guard Self.gap(in: tail) == nil, tail.first != colon,
            let left = head.isEmpty ? [] : Self.groups(head, separator: colon, mayEndInIPv4: false),
            let right = tail.isEmpty ? [] : Self.groups(tail, separator: colon),
            left.count + right.count <= 7
        else { return nil }
        groups = left + Array(repeating: 0, count: 8 - left.count - right.count) + right
    }

    /// Its sixteen bytes.
    var bytes: [UInt8] { groups.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] } }

    /// The address in lower case, with the longest run of zeros left out.
    var description: String {
        // An IPv4 address within an IPv6 one is shown as such (RFC 5952 §5).
        if groups[..<5].allSatisfy({ $0 == 0 }), groups[5] == 0xFFFF {
            return "::ffff:\(groups[6] >> 8).\(groups[6] & 255).\(groups[7] >> 8).\(groups[7] & 255)"
        }
        let shown = groups.map { String($0, radix: 16) }
        guard let run = longestRun else { return shown.joined(separator: ":") }
        return shown[..<run.lowerBound].joined(separator: ":") + "::" + shown[run.upperBound...].joined(separator: ":")
    }

    /// The first of the longest runs of at least two zeros.
    private var longestRun: Range<Int>? {
        var longest: Range<Int>?
        var start: Int?
        for index in 0...8 {
            if index < 8, groups[index] == 0 {
                start = start ?? index
            } else if let first = start {
                if index - first > max(1, longest?.count ?? 0) { longest = first..<index }
                start = nil
            }
        }
        return longest
    }

    /// The four bytes of an IPv4 address in its only safe form: four decimal numbers without leading zeros.
    static func ipv4(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        let numbers = parts.compactMap { part -> UInt8? in
            let isPlain = part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            guard isPlain, part.count == 1 || part.first != UInt8(ascii: "0") else { return nil }
            return UInt8(String(decoding: part, as: UTF8.self))
        }
        return numbers.count == 4 ? numbers : nil
    }

    private static func gap(in bytes: ArraySlice<UInt8>) -> Int? {
        bytes.indices.dropLast().first { bytes[$0] == UInt8(ascii: ":") && bytes[$0 + 1] == UInt8(ascii: ":") }
    }

    private static func groups(
        _ bytes: ArraySlice<UInt8>, separator: UInt8, mayEndInIPv4: Bool = true
    ) -> [UInt16]? {
        var parts = bytes.split(separator: separator, omittingEmptySubsequences: false)
        var end: [UInt16] = []
        if mayEndInIPv4, let last = parts.last, last.contains(UInt8(ascii: ".")) {
            guard let four = ipv4(last) else { return nil }
            end = [UInt16(four[0]) << 8 | UInt16(four[1]), UInt16(four[2]) << 8 | UInt16(four[3])]
            parts.removeLast()
        }
        let groups = parts.compactMap { part -> UInt16? in
            // `UInt16(_:radix:)` takes a sign.
            guard (1...4).contains(part.count), part.first != UInt8(ascii: "+"), part.first != UInt8(ascii: "-") else {
                return nil
            }
            return UInt16(String(decoding: part, as: UTF8.self), radix: 16)
        }
        return groups.count == parts.count ? groups + end : nil
    }
}
