#if canImport(Glibc)
import Glibc

/// Names of hosts beyond ASCII (RFC 5891, UTS 46), through libidn2.
enum InternationalName {
    private typealias ToASCII =
        @convention(c) @Sendable (
            UnsafePointer<CChar>, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, Int32
        ) -> Int32
    private typealias Message = @convention(c) @Sendable (Int32) -> UnsafePointer<CChar>?

    private struct Library: Sendable {
        let toASCII: ToASCII
        let message: Message
    }

    private static let library: Library? = {
        guard let file = SharedLibrary("libidn2.so.0"),
            let toASCII = file.function("idn2_to_ascii_8z", as: ToASCII.self),
            let message = file.function("idn2_strerror", as: Message.self)
        else { return nil }
        return Library(toASCII: toASCII, message: message)
    }()

    /// `IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL`: `ß` is a letter of its own, as browsers have it.
    private static let flags: Int32 = 1 | 8

    /// The name in lower-case ASCII, not yet looked at label by label.
    static func ascii(_ name: String) throws(InvalidHost) -> String {
        guard let library else {
            let missing = MissingLibrary(
                file: "libidn2.so.0", package: "libidn2-0", purpose: "a host name beyond ASCII")
            throw InvalidHost("\(missing), or write the name as xn--…")
        }
        guard !name.utf8.contains(0) else { throw InvalidHost("a control character in the host: remove it") }
        var result: UnsafeMutablePointer<CChar>?
        let code = library.toASCII(name, &result, flags)
        defer { free(result) }
        guard code == 0, let result else {
            let words = library.message(code).map { String(cString: $0) } ?? "code \(code)"
            throw InvalidHost("“\(name.escapedForDisplay)” cannot be a host name: \(words); write it as xn--…")
        }
        return String(cString: result).lowercased()
    }
}
#endif
