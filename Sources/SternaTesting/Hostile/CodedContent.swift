/// A text of JSON and what each content coding makes of it.
enum CodedContent: String, CaseIterable {
    case identity, gzip, deflate, br, zstd

    static let text = Data(
        ("["
            + (1...24).map { #"{"id":\#($0),"title":"round trip \#($0) of the tern","km":\#($0 * $0 * 137 % 99991)}"# }
            .joined(separator: ",") + "]").utf8)

    /// Whether the coding has a checksum, so that no damage can go unnoticed.
    var isChecked: Bool { self == .gzip }

    var bytes: [UInt8] {
        switch self {
        case .identity: Array(Self.text)
        case .gzip: Self.decoded(Self.gzipText)
        case .deflate: Self.decoded(Self.deflateText)
        case .br: Self.decoded(Self.brotliText)
        case .zstd: Self.decoded(Self.zstandardText)
        }
    }

    /// A gzip stream that grows to about `size` bytes of nothing and has no end: the fixed code of deflate (RFC 1951
    /// §3.2.6), a zero, then "repeat it 258 times" over and over.
    static func bomb(of size: Int) -> [UInt8] {
        var bits = BitWriter([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255])
        bits.append(0b011, 3)
        bits.append(0b0000_1100, 8)
        for _ in 0..<size / 258 { bits.append(0b0_0000_1010_0011, 13) }
        return bits.bytes
    }

    private struct BitWriter {
        var bytes: [UInt8]
        private var open: UInt32 = 0
        private var count = 0

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
        }

        /// The lowest bit goes first.
        mutating func append(_ value: UInt32, _ width: Int) {
            open |= value << UInt32(count)
            count += width
            while count >= 8 {
                bytes.append(UInt8(truncatingIfNeeded: open))
                open >>= 8
                count -= 8
            }
        }
    }

    private static func decoded(_ text: String) -> [UInt8] {
        Data(base64Encoded: text).map(Array.init) ?? []
    }

    private static let gzipText =
        "H4sIAAAAAAACA3XUMW7DMAxA0asYmj2IpCRKuUrRLS5ipE0Kw52K3L0BCkvLz54PQuRz3n7Deg4nmcO+7p9LOIXt/nM7T/u2fk8y"
        + "3T+m/bJM+7LdwhyuX89fmj/m/0gxUohyqkdkGBlNUrOjSlglqFSaHlXGKkNlSfNRFawKVKlZn+VYOVTFpb+rYlWhql76DhtWjXYo"
        + "sfV7SeQrRz5zjD18wQN9lOxjIhMRMiLNtb9QmImQEzXJfaHCUgSplJr7/YSxCGqJdXAR9iIExnL0MZHJCJmxltt4I6sRYpOS1bFV"
        + "hiMNbac8vnSWo5G/9SFHWY6SnBKTjIkv/lxITinPg/SQ5SjJcU3et6osR0mO1yb6eP8DeamArT0FAAA="
    private static let deflateText =
        "eNp11DFuwzAMQNGrGJo9iKQkSrlK0S0uYqRNCsOdity9AQpLy8+eD0Lkc95+w3oOJ5nDvu6fSziF7f5zO0/7tn5PMt0/pv2yTPuy"
        + "3cIcrl/PX5o/5v9IMVKIcqpHZBgZTVKzo0pYJahUmh5VxipDZUnzURWsClSpWZ/lWDlUxaW/q2JVoape+g4bVo12KLH1e0nkK0c+"
        + "c4w9fMEDfZTsYyITETIizbW/UJiJkBM1yX2hwlIEqZSa+/2EsQhqiXVwEfYiBMZy9DGRyQiZsZbbeCOrEWKTktWxVYYjDW2nPL50"
        + "lqORv/UhR1mOkpwSk4yJL/5cSE4pz4P0kOUoyXFN3reqLEdJjtcm+nj/AwioltA="
    private static let brotliText =
        "GzwFAMRvbG+qctlw793fVGVtCzI2htiG8H3dyMI7g/fHM2ySAI+ab53nUdkuNFOIYQjbxGN4nBJl+EYf+1+Op2xY5dWAVTb5JNxh"
        + "uc7jt2AZWb/X6/zKKu+PbLC610ImcQhvNrINNMNOXoghB0UxZ3BSpo+tx0WVWdgbN3V25Tny4CR0evYM9QLa6qZafOWKnMuMSgMk"
        + "zJN+SQMkTNEQaYCGzA4GaLhpM0BCt9BigIRuE8MACd3dmgESqo9HgMhReAeIrKmOAJE10zRAZC16BYjcVw94PwA="
    private static let zstandardText =
        "KLUv/WA9BI0GAIJMIhtwSdMG/qVC/Q9NMM3EVdWdye7uncncR/r/ZwkBB9eq2dOcv9LRzjLCKiK1I5PzbHdVb6b6vc100iGelX7n"
        + "UzT71f2rc+3Mwyoiolqq2lVMVX0lZvpriGf7nbds9rt+tbOJQ74KY0BgCFNIjlOOgVMEDKXKAZKcYhQQDIkpzFFwkGOIKoyBmASA"
        + "RagRkJY4978D8DXWESgEIE543UkfDJesALe0CjMZ4Mp5qeCz741dzqUScVyunrD0RGa5JPIbjc4bjRzw2WiIPhzZMCCr"
}
