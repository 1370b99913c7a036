/// Quotes a word for a POSIX shell, so that it arrives as it is.
package enum ShellQuote {
    /// The word, in single quotes when it holds anything but plain characters.
    package static func quoted(_ word: String) -> String {
        let isPlain = !word.isEmpty && word.utf8.allSatisfy(plain.contains)
        guard !isPlain else { return word }
        return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// A command that writes bytes that are no text: a shell's word holds no NUL, and what is no UTF-8 may be changed.
    static func printing(_ bytes: some Sequence<UInt8>) -> String {
        let escaped = bytes.map { byte in
            switch byte {
            case 0x20...0x7E where byte != UInt8(ascii: "%") && byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "'"):
                String(Unicode.Scalar(byte))
            default: "\\" + String(0o1000 + Int(byte), radix: 8).dropFirst()
            }
        }
        return "printf '" + escaped.joined() + "'"
    }

    private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:,+@%".utf8)
}
