/// Percent-encoding (RFC 3986 §2.1), over bytes.
package enum PercentEncoding {
    static func decoded(_ text: String, plusIsSpace: Bool = false) -> String { text }
}
