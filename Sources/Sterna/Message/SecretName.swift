/// Names that say of themselves that their value is secret: `X-Vendor-Access-Token`, `clientSecret`.
enum SecretName {
    private static let last: Set<String> = [
        "jwt", "passwd", "passphrase", "pwd", "passcode", "pin", "otp", "credential", "credentials", "signature",
        "authorization", "authentication", "sessionid", "cookie",
    ]
    private static let endings = ["token", "secret", "password", "apikey"]
    private static let keys: Set<String> = [
        "api", "access", "secret", "private", "subscription", "auth", "app", "client", "account", "service", "license",
        "master", "session", "signing", "encryption",
    ]
    /// Tokens that only name a place in a list.
    private static let places: Set<String> = ["page", "next", "continuation", "sync", "cursor", "prev", "previous"]

    /// Whether a value of this name is likely to be a secret.
    static func isLikely(_ name: String) -> Bool {
        let words = words(of: name)
        guard let end = words.last else { return false }
        let before = words.dropLast().last ?? ""
        if end.hasSuffix("token"), places.contains(before) || places.contains(where: end.hasPrefix) { return false }
        if last.contains(end) || endings.contains(where: end.hasSuffix) { return true }
        return (end == "key" && keys.contains(before)) || (end == "id" && before == "session")
    }

    /// The words of a name in snake case, kebab case, camel case, or within brackets; in lower case.
    static func words(of name: String) -> [String] {
        var words: [String] = []
        var word = ""
        var wasLower = false
        for scalar in name.unicodeScalars {
            let isLetter = scalar.properties.isAlphabetic
            if !isLetter || (wasLower && scalar.properties.isUppercase) {
                if !word.isEmpty { words.append(word) }
                word = ""
            }
            if isLetter { word += String(scalar).lowercased() }
            wasLower = isLetter && scalar.properties.isLowercase
        }
        return word.isEmpty ? words : words + [word]
    }
}
