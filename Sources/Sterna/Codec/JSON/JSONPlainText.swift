/// The parts of strings that stand in a text as they are.
enum JSONPlainText {
    /// The first byte from `start` on that is a quote, a backslash, a control character or, if wanted, not ASCII.
    ///
    /// Eight bytes are looked at at once: each term has the high bit of a byte set where that byte is of its kind, and
    /// is exact at the lowest such byte.
    @inline(__always)
    static func end(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, stopsBeyondASCII: Bool) -> Int {
        var place = start
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        let raw = UnsafeRawBufferPointer(bytes)
        while place + 8 <= bytes.count {
            let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            let quote = word ^ (ones &* 0x22)
            let backslash = word ^ (ones &* 0x5C)
            var special = (word &- (ones &* 0x20)) & ~word
            special |= (quote &- ones) & ~quote
            special |= (backslash &- ones) & ~backslash
            if stopsBeyondASCII { special |= word }
            special &= highs
            if special != 0 { return place + special.trailingZeroBitCount / 8 }
            place += 8
        }
        while place < bytes.count, isPlain(bytes[place], stopsBeyondASCII) { place += 1 }
        return place
    }

    private static func isPlain(_ byte: UInt8, _ stopsBeyondASCII: Bool) -> Bool {
        byte >= 0x20 && byte != 0x22 && byte != 0x5C && (byte < 0x80 || !stopsBeyondASCII)
    }
}
