/// Cuts bytes into lines, wherever the chunks that bring them are cut. A pure state machine: feed a chunk, take lines
/// until there is none, feed the next.
///
/// One byte order mark at the very start is passed over. Lines are cut before they are decoded, so that a character
/// whose bytes lie in two chunks stays whole.
package struct LineSplitter: Sendable {
    /// What ends a line.
    package enum Ending: Sendable {
        /// LF, with or without CR before it.
        case lineFeed
        /// CR, LF, or both (event streams). A line that ends with CR is there before it is known whether LF follows.
        case any
    }

    private let ending: Ending
    private let limit: Int
    private var input = Data()
    /// What has come of a line that has not ended.
    private var start = Data()
    private var skipsLineFeed = false
    private var isFirst = true

    /// - Parameter limit: the longest line in bytes.
    package init(_ ending: Ending, limit: Int = .defaultLineLimit) {
        self.ending = ending
        self.limit = limit
    }

    /// Takes bytes in. The lines of an earlier chunk should have been taken out.
    package mutating func feed(_ chunk: Data) {
        if input.isEmpty { input = chunk } else { input.append(chunk) }
    }

    /// The next whole line, without its end; `nil` when more bytes are needed.
    package mutating func next() throws(OverlongLine) -> Data? {
        skipLineFeed()
        guard !input.isEmpty else { return nil }
        guard let end = input.offsetOfLineEnd(ending) else {
            start.append(input)
            input = Data()
            // One more may be the CR before an LF.
            guard start.count - 1 <= limit else { throw OverlongLine(limit: limit) }
            return nil
        }
        let piece = input.prefix(end)
        skipsLineFeed = input[input.startIndex + end] == .carriageReturn
        input = input.dropFirst(end + 1)
        return try line(piece)
    }

    /// The last line, when it has no end; `nil` when there is nothing after the last end.
    package mutating func finish() throws(OverlongLine) -> Data? {
        guard !start.isEmpty else { return nil }
        let line = try line(Data())
        return line.isEmpty ? nil : line
    }

    private mutating func skipLineFeed() {
        guard skipsLineFeed, let first = input.first else { return }
        skipsLineFeed = false
        if first == .lineFeed { input = input.dropFirst() }
    }

    private mutating func line(_ rest: Data) throws(OverlongLine) -> Data {
        var line = rest
        if !start.isEmpty {
            line = start + rest
            start = Data()
        }
        if ending == .lineFeed, line.last == .carriageReturn { line = line.dropLast() }
        guard line.count <= limit else { throw OverlongLine(limit: limit) }
        defer { isFirst = false }
        return isFirst ? line.withoutByteOrderMark : line
    }
}

/// A line, or an event, is longer than allowed.
package struct OverlongLine: Error, Hashable {
    /// What is allowed, in bytes.
    package let limit: Int
}

extension Int {
    /// The longest line, and the largest event, of a stream unless the caller says otherwise: 16 MiB.
    public static let defaultLineLimit = 16 << 20
}

extension UInt8 {
    fileprivate static let lineFeed = UInt8(ascii: "\n")
    fileprivate static let carriageReturn = UInt8(ascii: "\r")
}

extension Data {
    /// How many bytes are before the first end of a line.
    fileprivate func offsetOfLineEnd(_ ending: LineSplitter.Ending) -> Int? {
        withUnsafeBytes { bytes in
            switch ending {
            case .lineFeed: bytes.firstIndex { $0 == .lineFeed }
            case .any: bytes.firstIndex { $0 == .lineFeed || $0 == .carriageReturn }
            }
        }
    }
}
