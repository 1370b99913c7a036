/// The one list of what is secret: obeyed by logs, error texts, reports, the curl command and the command line.
public struct Redaction: Sendable, Hashable {
    /// What stands in the place of a secret.
    public static let mask = "***"

    /// Names of fields whose values are secret.
    public var fields: Set<HTTPField.Name>
    /// Names of query items, form fields and JSON members whose values are secret, in lower case.
    public var names: Set<String>

    /// Whether names that say of themselves that they are secret are taken so too: fields such as `X-Vendor-Token`,
    /// items such as `clientSecret`. Default: `true`.
    public var includesLikelyNames = true
    /// Texts that are secret wherever they stand, also percent-encoded, escaped or in Base64; those of fewer than six
    /// bytes are not looked for. The secrets of a request are among them by themselves in every output about it.
    /// Default: none.
    public var values: Set<Secret> = []

    /// A list of its own.
    public init(fields: Set<HTTPField.Name>, names: Set<String>) {
        self.fields = fields
        self.names = Set(names.map { $0.lowercased() })
    }

    /// The fields, query items and members that are known to be secret.
    public static let standard = Redaction(
        fields: [
            .authorization, .proxyAuthorization, .cookie, .setCookie,
            .init(known: "X-Api-Key"), .init(known: "Api-Key"), .init(known: "X-Auth-Token"),
            .init(known: "X-Access-Token"), .init(known: "X-Amz-Security-Token"), .init(known: "X-Csrf-Token"),
            .init(known: "X-Goog-Api-Key"), .init(known: "Authentication"), .init(known: "DPoP"),
            .init(known: "X-Vault-Token"),
        ],
        names: [
            "access_token", "refresh_token", "id_token", "token", "api_key", "apikey", "key", "secret",
            "client_secret", "password", "passwd", "pwd", "signature", "sig", "code", "assertion", "client_assertion",
            "x-amz-signature", "x-amz-credential", "x-amz-security-token", "authorization", "session",
            "sessionid", "accesstoken", "refreshtoken", "idtoken", "clientsecret",
        ])

    /// The list with more on it: names of fields, names of query items and members, and secrets themselves.
    public func adding(
        fields: [HTTPField.Name] = [], names: [String] = [], values: [Secret] = []
    ) -> Redaction {
        var list = self
        list.fields.formUnion(fields)
        list.names.formUnion(names.map { $0.lowercased() })
        list.values.formUnion(values)
        return list
    }
}

extension Redaction {
    /// Whether a query item, a form field, a JSON member or a field of a message is secret that has this name. Of one
    /// with brackets, such as `user[password]`, each part counts.
    public func isSecret(_ name: String) -> Bool {
        let folded = name.lowercased()
        if names.contains(folded) || fields.contains(HTTPField.Name(known: folded)) { return true }
        if folded.contains("["), folded.split(whereSeparator: { $0 == "[" || $0 == "]" }).contains(where: isListed) {
            return true
        }
        return includesLikelyNames && SecretName.isLikely(name)
    }

    /// Whether the value of a field of that name is secret.
    public func isSecret(_ name: HTTPField.Name) -> Bool {
        fields.contains(name) || isSecret(name.text)
    }

    private func isListed(_ name: Substring) -> Bool { names.contains(String(name)) }

    /// The field with its value masked when its name is on the list; the scheme of a credential stays. In any other
    /// field, such as `Location`, secrets are masked as far as they can be told.
    public func redacting(_ field: HTTPField) -> HTTPField {
        guard isSecret(field.name) else { return HTTPField(parsed: field.name, redacting(text: field.value)) }
        guard field.name == .authorization || field.name == .proxyAuthorization,
            let space = field.value.firstIndex(of: " "), SecretScanner.isScheme(field.value[..<space].utf8)
        else { return HTTPField(parsed: field.name, Self.mask) }
        return HTTPField(parsed: field.name, field.value[..<space] + " " + Self.mask)
    }

    /// The URL as text, with user information and the values of secret query items masked; those of its fragment too,
    /// where some servers put a token.
    public func redacting(_ url: URI) -> String {
        var masked = url
        if masked.userInfo != nil { masked.userInfo = Self.mask }
        if let query = masked.query { masked.query = maskedItems(query) }
        if let fragment = masked.fragment { masked.fragment = maskedItems(fragment) }
        return maskingValues(masked.text)
    }

    /// A query or a form with the values of secret items masked; one without a value stays as it is.
    public func redacting(query: String) -> String {
        maskingValues(maskedItems(query))
    }

    func maskedItems(_ query: String) -> String {
        guard query.utf8.contains(UInt8(ascii: "=")) else { return query }
        return query.split(separator: "&", omittingEmptySubsequences: false).map { item in
            guard let equals = item.firstIndex(of: "="), item.index(after: equals) < item.endIndex else {
                return String(item)
            }
            let name = PercentEncoding.decoded(String(item[..<equals]), plusIsSpace: true)
            return isSecret(name) ? item[...equals] + Self.mask : String(item)
        }.joined(separator: "&")
    }
}
