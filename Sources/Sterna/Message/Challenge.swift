/// How a server wants to be signed in at: one challenge of `WWW-Authenticate` (RFC 9110 §11.6.1).
struct Challenge: Hashable, Sendable {
    /// The scheme, in lower case.
    let scheme: String
    /// Its parameters.
    let parameters: FieldParameters

    /// Reads the values of the field, each of which may hold several challenges. What is malformed is passed over.
    static func list(in values: [String]) -> [Challenge] {
        values.flatMap(list)
    }

    private static func list(_ value: String) -> [Challenge] {
        var scanner = FieldScanner(value)
        var found: [(scheme: String, pairs: [(String, String)])] = []
        while scanner.next != nil {
            let isNew = skip(&scanner) || found.isEmpty
            let word = scanner.token()
            scanner.skipBlanks()
            if !word.isEmpty, scanner.take("=") {
                let value = self.value(&scanner)
                if !found.isEmpty { found[found.endIndex - 1].pairs.append((word, value)) }
            } else if !word.isEmpty, isNew {
                found.append((word.lowercased(), []))
            } else {
                // The base64 of a scheme that has no parameters, or nothing that one knows.
                _ = scanner.text(until: isComma)
            }
        }
        return found.map { Challenge(scheme: $0.scheme, parameters: FieldParameters($0.pairs)) }
    }

    /// Steps over blanks and commas; whether there was a comma.
    private static func skip(_ scanner: inout FieldScanner) -> Bool {
        var hadComma = false
        scanner.skipBlanks()
        while scanner.take(",") {
            hadComma = true
            scanner.skipBlanks()
        }
        return hadComma
    }

    private static func value(_ scanner: inout FieldScanner) -> String {
        scanner.skipBlanks()
        guard let quoted = scanner.quotedString() else { return scanner.text { isComma($0) || $0 == 0x20 || $0 == 9 } }
        return quoted
    }

    private static func isComma(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ",") }
}
