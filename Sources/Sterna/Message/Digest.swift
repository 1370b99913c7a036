/// The SHA-256 of some bytes (FIPS 180-4).
public struct Digest: Hashable, Sendable {
    /// The 32 bytes.
    public let bytes: [UInt8]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads a digest in hexadecimal, in either case; `nil` when the text is not 64 digits.
    public init?(hexadecimal text: String) {
        let digits = text.utf8.compactMap { Unicode.Scalar($0).properties.isASCIIHexDigit ? UInt8($0) : nil }
        guard digits.count == 64, text.utf8.count == 64 else { return nil }
        let values = digits.map { $0 < 0x40 ? $0 - 0x30 : ($0 & 0x5F) - 0x37 }
        bytes = stride(from: 0, to: 64, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }

    /// The digest in hexadecimal, in lower case.
    public var hexadecimal: String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The digest in base64, as pins of keys are written.
    public var base64: String {
        Data(bytes).base64EncodedString()
    }
}

extension Digest: CustomStringConvertible {
    /// The digest in hexadecimal.
    public var description: String { hexadecimal }
}
