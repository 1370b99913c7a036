/// Data in the form of gzip (RFC 1952), in blocks that are stored and not compressed: enough for a client to undo.
enum DemoGzip {
    static func wrapped(_ data: Data) -> Data {
        var result = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255])
        var rest = data[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            result.append(rest.isEmpty ? 1 : 0)
            append(UInt16(block.count), to: &result)
            append(~UInt16(block.count), to: &result)
            result.append(block)
        } while !rest.isEmpty
        append(checksum(data), to: &result)
        append(UInt32(truncatingIfNeeded: data.count), to: &result)
        return result
    }

    private static func append(_ value: some FixedWidthInteger, to data: inout Data) {
        withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
    }

    /// CRC-32 as in RFC 1952 §8.
    private static func checksum(_ data: Data) -> UInt32 {
        var sum = UInt32.max
        for byte in data {
            sum ^= UInt32(byte)
            for _ in 0..<8 {
                let isOdd = sum & 1 == 1
                sum >>= 1
                if isOdd { sum ^= 0xEDB8_8320 }
            }
        }
        return ~sum
    }
}
