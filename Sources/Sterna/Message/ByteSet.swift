/// A set of ASCII bytes, asked in constant time.
struct ByteSet: Sendable {
    private let low, high: UInt64

    /// The bytes of `text`, and those of the sets in `others`.
    init(_ text: String, _ others: ByteSet...) {
        var low: UInt64 = 0
        var high: UInt64 = 0
        for byte in text.utf8 where byte < 128 {
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
        }
        for other in others {
            low |= other.low
            high |= other.high
        }
        self.low = low
        self.high = high
    }

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        if byte < 64 { return low & (1 << UInt64(byte)) != 0 }
        return byte < 128 && high & (1 << UInt64(byte & 63)) != 0
    }

    /// What never needs an escape (RFC 3986 §2.3).
    static let unreserved = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    /// What a path may hold as it stands (RFC 3986 §3.3).
    static let path = ByteSet("!$&'()*+,;=:@/", unreserved)
    /// What a query and a fragment may hold as they stand (RFC 3986 §3.4, §3.5).
    static let query = ByteSet("?", path)
    /// What user information may hold as it stands (RFC 3986 §3.2.1).
    static let userInfo = ByteSet("!$&'()*+,;=:", unreserved)
}
