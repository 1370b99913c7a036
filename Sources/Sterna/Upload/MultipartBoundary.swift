#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The line between the parts of a form (RFC 2046 §5.1.1).
enum MultipartBoundary {
    /// A boundary of 128 bits of chance that is in none of the contents.
    static func random(avoiding contents: [Data], using source: inout some RandomNumberGenerator) -> String {
        while true {
            let boundary = "sterna-" + hexadecimal(source.next()) + hexadecimal(source.next())
            if !contents.contains(where: { contains(boundary, in: $0) }) { return boundary }
        }
    }

    /// Whether a text may be a boundary.
    static func isValid(_ text: String) -> Bool {
        (1...70).contains(text.utf8.count) && text.utf8.allSatisfy(allowed.contains)
            && text.utf8.last != UInt8(ascii: " ")
    }

    /// Whether a content holds a boundary.
    static func contains(_ boundary: String, in content: Data) -> Bool {
        let wanted = Array(boundary.utf8)
        return content.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while rest.count >= wanted.count {
                let first = UnsafeRawBufferPointer(rebasing: rest)
                guard let start = first.baseAddress, let place = memchr(start, Int32(wanted[0]), first.count) else {
                    return false
                }
                rest = rest.dropFirst(UnsafeRawPointer(place) - start)
                if rest.starts(with: wanted) { return true }
                rest = rest.dropFirst()
            }
            return false
        }
    }

    private static let allowed = Set(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'()+_,-./:=? ".utf8)

    private static func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
