/// Bodies in the codings of RFC 9110 §8.4.1, made without a compressor.
enum CodedBytes {
    /// gzip (RFC 1952) in stored blocks.
    static func gzip(_ data: Data) -> Data { DemoGzip.wrapped(data) }

    /// deflate (RFC 1950) in one stored block of at most 65,535 bytes.
    static func deflate(_ data: Data) -> Data {
        let count = UInt16(data.count)
        var result = Data([0x78, 0x01, 1])
        append(count, to: &result)
        append(~count, to: &result)
        result.append(data)
        let sums = data.reduce((1, 0) as (UInt32, UInt32)) { sums, byte in
            let first = (sums.0 + UInt32(byte)) % 65_521
            return (first, (sums.1 + first) % 65_521)
        }
        withUnsafeBytes(of: (sums.1 << 16 | sums.0).bigEndian) { result.append(contentsOf: $0) }
        return result
    }

    /// The text `hello` in brotli (RFC 7932).
    static let brotliHello = Data([0x0B, 0x02, 0x80]) + Data("hello".utf8) + Data([0x03])

    /// gzip that becomes `count` zeros, at least; it lacks its end, which a careful reader never gets to.
    static func bomb(_ count: Int) -> Data {
        var bits = BitWriter()
        // The last block, of fixed codes: a zero, then over and over "258 bytes, as the one before" (RFC 1951 §3.2.6).
        bits.append(0b011, count: 3)
        bits.append(0b0000_1100, count: 8)
        for _ in 0...count / 258 { bits.append(0b0_0000_1010_0011, count: 13) }
        return Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]) + bits.bytes
    }

    private static func append(_ value: UInt16, to data: inout Data) {
        withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
    }

    /// Bits from the lowest of each byte on.
    private struct BitWriter {
        var bytes: [UInt8] = []
        private var pending: UInt32 = 0
        private var count = 0

        mutating func append(_ value: UInt32, count added: Int) {
            pending |= value << count
            count += added
            while count >= 8 {
                bytes.append(UInt8(truncatingIfNeeded: pending))
                pending >>= 8
                count -= 8
            }
        }
    }
}
