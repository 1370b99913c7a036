/// What is secret in a message is secret wherever else it stands: in an error's words, in what the server sends back,
/// in Base64.
extension HTTPRequest {
    /// The list for whatever is shown about this request: ``redaction``, and the request's own secrets.
    package var masking: Redaction { redaction.adding(values: Array(secrets)) }

    /// The credentials, cookies, keys and passwords in it.
    package var secrets: Set<Secret> {
        var secrets: Set<Secret> = []
        for field in fields where redaction.isSecret(field.name) { secrets.formUnion(field.secrets) }
        if let user = url.userInfo { secrets.formUnion(Self.secrets(ofUser: user)) }
        for text in [url.query, url.fragment] { text.map { secrets.formUnion(redaction.secrets(inQuery: $0)) } }
        for part in body?.texts ?? [] where redaction.isSecret(part.name) { secrets.insert(part.text) }
        if let data = body?.inMemory {
            secrets.formUnion(redaction.secrets(in: String(decoding: data.prefix(.secretsLimit), as: UTF8.self)))
        }
        return secrets
    }

    private static func secrets(ofUser text: String) -> Set<Secret> {
        let plain = PercentEncoding.decoded(text)
        let password = plain.firstIndex(of: ":").map { String(plain[$0...].dropFirst()) } ?? plain
        return [Secret(plain), Secret(password), Secret(Data(plain.utf8).base64EncodedString())]
    }
}

extension HTTPResponse {
    /// The list for whatever is shown about this answer: that of its request, and the secrets that it gives out.
    package var masking: Redaction {
        let list = sent?.masking ?? .known
        let given = fields[values: .setCookie].flatMap { HTTPField(parsed: .setCookie, $0).secrets }
        return list.adding(values: given)
    }
}

extension HTTPField {
    /// The secrets in the value of a field that is secret: all of it, and its parts.
    fileprivate var secrets: Set<Secret> {
        var secrets: Set<Secret> = [Secret(value)]
        if name == .cookie || name == .setCookie {
            let pairs = value.split(separator: ";").prefix(name == .setCookie ? 1 : .max)
            for pair in pairs {
                guard let equals = pair.firstIndex(of: "=") else { continue }
                let text = pair[equals...].dropFirst().trimmed
                secrets.insert(Secret(text))
                secrets.insert(Secret(PercentEncoding.decoded(text)))
            }
        }
        guard let space = value.firstIndex(of: " "), SecretScanner.isScheme(value[..<space].utf8) else {
            return secrets
        }
        let credential = value[space...].trimmed
        secrets.insert(Secret(credential))
        if value[..<space].lowercased() == "basic", let pair = Data(base64Encoded: credential) {
            let plain = String(decoding: pair, as: UTF8.self)
            secrets.insert(Secret(plain))
            if let colon = plain.firstIndex(of: ":") { secrets.insert(Secret(String(plain[colon...].dropFirst()))) }
        }
        return secrets
    }
}

extension Redaction {
    fileprivate func secrets(inQuery query: String) -> Set<Secret> {
        var secrets: Set<Secret> = []
        for item in query.split(separator: "&") {
            guard let equals = item.firstIndex(of: "=") else { continue }
            guard isSecret(PercentEncoding.decoded(String(item[..<equals]), plusIsSpace: true)) else { continue }
            let value = String(item[equals...].dropFirst())
            secrets.insert(Secret(value))
            secrets.insert(Secret(PercentEncoding.decoded(value, plusIsSpace: true)))
        }
        return secrets
    }
}

extension HTTPBody {
    fileprivate var inMemory: Data? {
        if case .bytes(let data) = source { data } else { countedBytes }
    }
}

extension Substring {
    fileprivate var trimmed: String {
        var text = self
        while text.first == " " || text.first == "\"" { text.removeFirst() }
        while text.last == " " || text.last == "\"" { text.removeLast() }
        return String(text)
    }
}

extension Int {
    /// How much of a body is searched for secrets, in bytes.
    fileprivate static let secretsLimit = 64 << 10
}
