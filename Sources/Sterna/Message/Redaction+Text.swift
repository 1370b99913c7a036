extension Redaction {
    /// A text that may be a URI, or a reference to one, with user information and the values of secret query items
    /// masked. The text need not be valid.
    public func redacting(link text: String) -> String {
        var head = text[...]
        var tail = ""
        if let mark = text.firstIndex(where: { $0 == "?" || $0 == "#" }) {
            head = text[..<mark]
            let parts = text[mark...].dropFirst().split(separator: "#", omittingEmptySubsequences: false)
            tail = "\(text[mark])" + parts.map { maskedItems(String($0)) }.joined(separator: "#")
        }
        return maskingValues(maskedUserInformation(head) + tail)
    }

    /// Any text, such as an error's words or the value of a field, with what is secret in it masked as far as it can
    /// be told: what has a secret name, in whatever notation; what follows the scheme of a credential; user information
    /// in URLs; and ``values``.
    public func redacting(text: String) -> String {
        let bytes = Array(text.utf8)
        let fields = fields
        let scanner = SecretScanner(bytes, isSecret: isSecret) { fields.contains(HTTPField.Name(known: $0)) }
        return Self.masking(scanner.ranges() + finder.ranges(in: bytes), of: bytes).map(Self.text) ?? text
    }

    /// A text with the ``values`` in it masked.
    package func maskingValues(_ text: String) -> String {
        guard !values.isEmpty else { return text }
        let bytes = Array(text.utf8)
        return Self.masking(finder.ranges(in: bytes), of: bytes).map(Self.text) ?? text
    }

    /// Bytes that may be no text, with the ``values`` in them masked.
    package func maskingValues(_ bytes: [UInt8]) -> [UInt8] {
        Self.masking(finder.ranges(in: bytes), of: bytes) ?? bytes
    }

    /// What is secret in a text by its name, as it stands and without its escapes.
    func secrets(in text: String) -> Set<Secret> {
        let bytes = Array(text.utf8)
        let fields = fields
        let scanner = SecretScanner(bytes, isSecret: isSecret) { fields.contains(HTTPField.Name(known: $0)) }
        return Set(
            scanner.ranges().flatMap { range in
                var view: TextView? = TextView(Array(bytes[range]))
                var forms: [Secret] = []
                while let known = view, forms.count < 3 {
                    let form = String(decoding: known.bytes, as: UTF8.self)
                    forms.append(Secret(form))
                    view = known.decoded()
                }
                let plain = PercentEncoding.decoded(forms.first?.value ?? "", plusIsSpace: true)
                return forms + [Secret(plain)]
            })
    }

    private var finder: SecretFinder { SecretFinder(values.map(\.value)) }

    /// A text with a mask in the place of each range; `nil` when there is none.
    private static func masking(_ ranges: [Range<Int>], of text: [UInt8]) -> [UInt8]? {
        guard !ranges.isEmpty else { return nil }
        var result: [UInt8] = []
        var place = 0
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            guard range.upperBound > place else { continue }
            if range.lowerBound >= place {
                result += text[place..<range.lowerBound]
                result += mask.utf8
            }
            place = range.upperBound
        }
        return result + text[place...]
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private func maskedUserInformation(_ head: Substring) -> String {
        guard let start = Self.authorityStart(of: head) else { return String(head) }
        let end = head[start...].firstIndex(of: "/") ?? head.endIndex
        guard let at = head[start..<end].lastIndex(of: "@") else { return String(head) }
        return head[..<start] + Self.mask + head[at...]
    }

    private static func authorityStart(of text: Substring) -> String.Index? {
        guard let slash = text.firstIndex(of: "/") else { return nil }
        let next = text.index(after: slash)
        return next < text.endIndex && text[next] == "/" ? text.index(after: next) : nil
    }
}
