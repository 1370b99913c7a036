import Sterna

/// A picture that is drawn where no photo is at hand: a sunset of colours, as an uncompressed TIFF.
struct DemoPicture {
    let width: Int
    let height: Int

    /// The file (TIFF 6.0, big-endian): a head, one directory of ten entries, and the rows of pixels behind it.
    var tiff: Data {
        let pixels = 8 + 2 + 10 * 12 + 4 + 6
        var file = Data("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 10]
        let entries: [(tag: UInt16, type: UInt16, count: UInt32, value: UInt32)] = [
            (256, 4, 1, UInt32(width)), (257, 4, 1, UInt32(height)), (258, 3, 3, UInt32(pixels - 6)),
            (259, 3, 1, 1 << 16), (262, 3, 1, 2 << 16), (273, 4, 1, UInt32(pixels)), (277, 3, 1, 3 << 16),
            (278, 4, 1, UInt32(height)), (279, 4, 1, UInt32(width * height * 3)), (284, 3, 1, 1 << 16),
        ]
        for entry in entries {
            file += Self.bytes(entry.tag) + Self.bytes(entry.type) + Self.bytes(entry.count) + Self.bytes(entry.value)
        }
        file += [0, 0, 0, 0, 0, 8, 0, 8, 0, 8]
        for row in 0..<height { file += self.row(row) }
        return file
    }

    private func row(_ y: Int) -> [UInt8] {
        var row = [UInt8](repeating: 0, count: width * 3)
        let dusk = UInt8(255 * y / height)
        for x in 0..<width {
            row[x * 3] = 255 - dusk / 2
            row[x * 3 + 1] = UInt8(255 * x / width) / 2 + dusk / 4
            row[x * 3 + 2] = dusk
        }
        return row
    }

    private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}
