/// The head of an answer as it came from the wire: kept as bytes and read when a field is asked for, so that a small
/// answer costs no allocation for each of its fields.
package final class ResponseHead: Sendable {
    private let bytes: [UInt8]
    private let names: NameLengths?
    /// All fields, once somebody has asked for them.
    private nonisolated(unsafe) var parsed: [HTTPField]?
    /// One for all heads: it is held for a moment, and a head of its own costs none. It counts the heads that were
    /// read, as a lock around nothing has no place of its own and looks like a race to the thread sanitizer.
    private static let lock = Lock(0)

    /// Field lines, each ended by LF or CRLF, without the status line.
    ///
    /// - Parameter names: how long the names of the fields are; `nil` when that is not known.
    package init(_ bytes: [UInt8], _ names: NameLengths? = nil) {
        self.bytes = bytes
        self.names = names
    }

    /// How long the names of some fields are: most fields that are asked for and are not there differ in it from all
    /// that are.
    package struct NameLengths: Sendable {
        private var bits: UInt64 = 0

        package init() {}

        package mutating func insert(_ length: Int) {
            bits |= 1 << UInt64(length & 63)
        }

        func mayContain(_ length: Int) -> Bool {
            bits & 1 << UInt64(length & 63) != 0
        }
    }

    /// All fields, in their order; obsolete line folding is joined with a space (RFC 9112 §5.2).
    package var fields: [HTTPField] {
        if let known = Self.lock.withLock({ _ in parsed }) { return known }
        let fields = parse()
        Self.lock.withLock { count in
            parsed = fields
            count &+= 1
        }
        return fields
    }

    /// The value of one field, found without reading the others.
    package func value(of name: HTTPField.Name) -> String? {
        if let names, !names.mayContain(name.folded.utf8.count) { return nil }
        var wanted = name.folded
        let found = wanted.withUTF8 { wanted in bytes.withUnsafeBufferPointer { Self.lines(named: wanted, in: $0) } }
        let values = found.lazy.map { [bytes] in Self.text(Self.trimmed(bytes[$0])) }
        return name.joined(values)
    }

    /// Where the values of the lines of that name are.
    private static func lines(
        named wanted: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>
    ) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var start = 0
        while start < bytes.count {
            let end = self.end(ofLineAt: start, in: bytes)
            if names(bytes, from: start, to: end, wanted) { found.append(start + wanted.count + 1..<end) }
            start = end + 1
        }
        return found
    }

    /// Where the line ends, those that it was folded into (RFC 9112 §5.2) included.
    private static func end(ofLineAt start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var end = start
        while end < bytes.count {
            if bytes[end] == 10, end + 1 == bytes.count || bytes[end + 1] != 0x20 && bytes[end + 1] != 9 { break }
            end += 1
        }
        return end
    }

    private var lines: some Sequence<ArraySlice<UInt8>> {
        sequence(state: 0) { [bytes] start -> ArraySlice<UInt8>? in
            guard start < bytes.count else { return nil }
            let end = bytes.withUnsafeBufferPointer { [start] in Self.end(ofLineAt: start, in: $0) }
            defer { start = end + 1 }
            return bytes[start..<end]
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

    /// Whether the line is one of that name, in any case.
    private static func names(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int, _ wanted: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard end - start > wanted.count, bytes[start + wanted.count] == UInt8(ascii: ":") else { return false }
        for index in 0..<wanted.count {
            let own = bytes[start + index]
            guard own == wanted[index] || (own ^ 0x20 == wanted[index] && own >= 0x41 && own <= 0x5A) else {
                return false
            }
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
        guard bytes.contains(where: { $0 >= 0x80 || $0 == 10 || $0 == 13 }) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        let plain = bytes.contains(where: { $0 == 10 || $0 == 13 }) ? unfolded(bytes) : bytes
        return String(validating: plain, as: UTF8.self)
            ?? String(String.UnicodeScalarView(plain.map { Unicode.Scalar($0) }))
    }

    private static func unfolded(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        bytes.split(whereSeparator: { $0 == 10 || $0 == 13 }).map { Array(trimmed($0)) }.joined(separator: [0x20])
            .reduce(into: []) { $0.append($1) }
    }
}
