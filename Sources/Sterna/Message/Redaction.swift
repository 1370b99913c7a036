/// The one list of what is secret: obeyed by logs, error texts, reports, the curl command and the command line.
public struct Redaction: Sendable, Hashable {
    /// What stands in the place of a secret.
    public static let mask = "•••"

    /// Names of fields whose values are secret.
    public var fields: Set<HTTPField.Name>
    /// Names of query items, form fields and JSON members whose values are secret, in lower case.
    public var names: Set<String>

    /// Whether names that say of themselves that they are secret are taken so too: fields such as `X-Vendor-Token`,
    /// items such as `clientSecret`. Default: `true`.
    public var includesLikelyNames = true

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

    /// The list with more names of fields, and of query items and members, on it.
    public func adding(fields: [HTTPField.Name] = [], names: [String] = []) -> Redaction {
        var list = self
        list.fields.formUnion(fields)
        list.names.formUnion(names.map { $0.lowercased() })
        return list
    }
}

extension Redaction {
    /// Whether a query item, a form field or a JSON member of that name is secret. Of a name with brackets, such as
    /// `user[password]`, each part counts.
    public func isSecret(_ name: String) -> Bool {
        let folded = name.lowercased()
        if names.contains(folded) { return true }
        if folded.contains("["), folded.split(whereSeparator: { $0 == "[" || $0 == "]" }).contains(where: isListed) {
            return true
        }
        return includesLikelyNames && SecretName.isLikely(name)
    }

    /// Whether the value of a field of that name is secret.
    public func isSecret(_ name: HTTPField.Name) -> Bool {
        fields.contains(name) || (includesLikelyNames && SecretName.isLikely(name.text))
    }

    private func isListed(_ name: Substring) -> Bool { names.contains(String(name)) }

    /// The field with its value masked when its name is on the list; the scheme of a credential stays. In any other
    /// field, such as `Location`, secrets within URLs are masked.
    public func redacting(_ field: HTTPField) -> HTTPField {
        guard isSecret(field.name) else {
            return HTTPField(parsed: field.name, redacting(text: field.value))
        }
        guard field.name == .authorization || field.name == .proxyAuthorization,
            let space = field.value.firstIndex(of: " ")
        else { return HTTPField(parsed: field.name, Self.mask) }
        return HTTPField(parsed: field.name, field.value[..<space] + " " + Self.mask)
    }

    /// The URL as text, with user information and the values of secret query items masked; those of its fragment too,
    /// where some servers put a token.
    public func redacting(_ url: URI) -> String {
        var masked = url
        if masked.userInfo != nil { masked.userInfo = "***" }
        if let query = masked.query { masked.query = redacting(query: query) }
        if let fragment = masked.fragment { masked.fragment = redacting(query: fragment) }
        return masked.description
    }

    /// A query or a form with the values of secret items masked; one without a value stays as it is.
    public func redacting(query: String) -> String {
        guard query.utf8.contains(UInt8(ascii: "=")) else { return query }
        return query.split(separator: "&", omittingEmptySubsequences: false).map { item in
            guard let equals = item.firstIndex(of: "="), item.index(after: equals) < item.endIndex else {
                return String(item)
            }
            let name = PercentEncoding.decoded(String(item[..<equals]), plusIsSpace: true)
            return isSecret(name) ? item[...equals] + "***" : String(item)
        }.joined(separator: "&")
    }
}
