/// The head of an answer as it came from the wire: kept as bytes and read when a field is asked for, so that a small
/// answer costs no allocation for each of its fields.
package final class ResponseHead: Sendable {
    private let bytes: [UInt8]
    private let parsed = Lock<[HTTPField]?>(nil)

    /// Field lines, each ended by LF or CRLF, without the status line.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// All fields, in their order; obsolete line folding is joined with a space (RFC 9112 §5.2).
    package var fields: [HTTPField] {
        parsed.withLock { known in
            if let known { return known }
            let fields = parse()
            known = fields
            return fields
        }
    }

    /// The value of one field, found without reading the others.
    package func value(of name: HTTPField.Name) -> String? {
        let wanted = Array(name.folded.utf8)
        var result: String?
        for line in lines where Self.names(line, wanted) {
            let value = Self.text(Self.trimmed(line.dropFirst(wanted.count + 1)))
            guard let known = result else {
                result = value
                continue
            }
            guard name != .setCookie else { break }
            result = known + ", " + value
        }
        return result
    }

    private var lines: some Sequence<ArraySlice<UInt8>> {
        sequence(state: bytes[...]) { rest -> ArraySlice<UInt8>? in
            guard !rest.isEmpty else { return nil }
            var end = rest.firstIndex(of: 10) ?? rest.endIndex
            while end + 1 < rest.endIndex, rest[end + 1] == 0x20 || rest[end + 1] == 9 {
                end = rest[(end + 1)...].firstIndex(of: 10) ?? rest.endIndex
            }
            let line = rest[..<end]
            rest = end < rest.endIndex ? rest[(end + 1)...] : []
            return line
        }
    }

    private func parse() -> [HTTPField] {
        lines.compactMap { line in
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
                let name = HTTPField.Name(Self.text(line[..<colon]))
            else { return nil }
            return HTTPField(parsed: name, Self.text(Self.trimmed(line[(colon + 1)...])))
        }
    }

    private static func names(_ line: ArraySlice<UInt8>, _ wanted: [UInt8]) -> Bool {
        guard line.count > wanted.count, line[line.startIndex + wanted.count] == UInt8(ascii: ":") else { return false }
        var index = line.startIndex
        for byte in wanted {
            let own = line[index]
            guard own == byte || (own ^ 0x20 == byte && own >= 0x41 && own <= 0x5A) else { return false }
            index += 1
        }
        return true
    }

    private static func trimmed(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isBlank: (UInt8) -> Bool = { $0 == 9 || $0 == 0x20 || $0 == 13 }
        let head = value.drop(while: isBlank)
        guard let end = head.lastIndex(where: { !isBlank($0) }) else { return [] }
        return head[...end]
    }

    /// UTF-8 where it is, ISO 8859-1 where it is not; line breaks of a folded line become spaces.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        let plain = bytes.contains(where: { $0 == 10 || $0 == 13 }) ? unfolded(bytes) : bytes
        return String(validating: plain, as: UTF8.self)
            ?? String(String.UnicodeScalarView(plain.map { Unicode.Scalar($0) }))
    }

    private static func unfolded(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        bytes.split(whereSeparator: { $0 == 10 || $0 == 13 }).map { Array(trimmed($0)) }.joined(separator: [0x20])
            .reduce(into: []) { $0.append($1) }
    }
}
