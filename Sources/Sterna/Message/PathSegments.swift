/// The segments of an encoded path, where they matter: those that servers and caches read as "here" and "up".
enum PathSegments {
    private static let slash = UInt8(ascii: "/")
    private static let dot = UInt8(ascii: ".")

    /// The first dot segment of a path, as it is written; `nil` when there is none. `%2e` is a dot as well: servers
    /// read it so (RFC 3986 §6.2.2.2).
    static func firstDotSegment(of path: some StringProtocol) -> String? {
        guard path.utf8.contains(dot) || path.utf8.contains(UInt8(ascii: "%")) else { return nil }
        let bytes = Array(path.utf8)
        return bytes.split(separator: slash).first { dots($0) > 0 }.map { String(decoding: $0, as: UTF8.self) }
    }

    /// 1 for a segment that is `.`, 2 for `..`, 0 for any other.
    static func dots(_ segment: ArraySlice<UInt8>) -> Int {
        guard segment.count <= 6, let first = segment.first, first == dot || first == UInt8(ascii: "%") else {
            return 0
        }
        let plain = PercentEncoding.bytes(of: segment)
        return plain.count <= 2 && plain.allSatisfy { $0 == dot } ? plain.count : 0
    }

    /// The path with its dot segments acted on (RFC 3986 §5.2.4). Empty segments stay.
    static func withoutDotSegments(_ path: String) -> String {
        guard firstDotSegment(of: path) != nil else { return path }
        var kept: [ArraySlice<UInt8>] = []
        let segments = Array(path.utf8).dropFirst().split(separator: slash, omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch dots(segment) {
            case 0:
                kept.append(segment)
                continue
            case 2: _ = kept.popLast()
            default: break
            }
            if isLast { kept.append([]) }
        }
        return "/" + kept.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
    }
}
