/// The one list of what is secret: obeyed by logs, error texts, reports, the curl command and the command line.
public struct Redaction: Sendable, Hashable {
    /// What stands in the place of a secret.
    public static let mask = "•••"

    /// Names of fields whose values are secret.
    public var fields: Set<HTTPField.Name>
    /// Names of query items, form fields and JSON members whose values are secret, in lower case.
    public var names: Set<String>

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
        Redaction(fields: self.fields.union(fields), names: self.names.union(names.map { $0.lowercased() }))
    }

    /// The field with its value masked when its name is on the list. The scheme of a credential stays.
    public func redacting(_ field: HTTPField) -> HTTPField {
        guard fields.contains(field.name) else { return field }
        guard field.name == .authorization || field.name == .proxyAuthorization,
            let space = field.value.firstIndex(of: " ")
        else { return HTTPField(parsed: field.name, Self.mask) }
        return HTTPField(parsed: field.name, field.value[..<space] + " " + Self.mask)
    }

    /// The URL as text, with user information and the values of secret query items masked.
    public func redacting(_ url: URI) -> String {
        var masked = url
        if masked.userInfo != nil { masked.userInfo = "***" }
        if let query = masked.query { masked.query = redacting(query: query) }
        return masked.description
    }

    /// A text that may be a URI, or a reference to one, with user information and the values of secret query items
    /// masked. The text need not be valid.
    public func redacting(link text: String) -> String {
        var head = text[...]
        var tail = ""
        if let mark = text.firstIndex(where: { $0 == "?" || $0 == "#" }) {
            head = text[..<mark]
            let parts = text[mark...].dropFirst().split(separator: "#", omittingEmptySubsequences: false)
            tail = "\(text[mark])" + parts.map { redacting(query: String($0)) }.joined(separator: "#")
        }
        guard let slashes = Self.authorityStart(of: head) else { return head + tail }
        let end = head[slashes...].firstIndex(of: "/") ?? head.endIndex
        guard let at = head[slashes..<end].lastIndex(of: "@") else { return head + tail }
        return head[..<slashes] + "***" + head[at...] + tail
    }

    private static func authorityStart(of text: Substring) -> String.Index? {
        guard let colon = text.firstIndex(of: "/") else { return nil }
        let next = text.index(after: colon)
        return next < text.endIndex && text[next] == "/" ? text.index(after: next) : nil
    }

    /// A query or a form with the values of secret items masked.
    public func redacting(query: String) -> String {
        query.split(separator: "&", omittingEmptySubsequences: false).map { item in
            guard let equals = item.firstIndex(of: "=") else { return String(item) }
            let name = PercentEncoding.decoded(String(item[..<equals]), plusIsSpace: true)
            return isSecret(name) ? item[...equals] + "***" : String(item)
        }.joined(separator: "&")
    }

    /// Whether a query item, a form field or a JSON member of that name is secret.
    public func isSecret(_ name: String) -> Bool {
        names.contains(name.lowercased())
    }
}
