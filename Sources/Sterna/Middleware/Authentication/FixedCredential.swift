/// A credential that never changes, in a field or in the query.
struct FixedCredential: AuthenticationScheme {
    private enum Place: Sendable {
        case field(HTTPField.Name)
        case query(String)
    }

    private let place: Place
    private let secret: Secret
    /// Why it is never sent.
    private var refusal: APIError?

    private init(_ place: Place, _ secret: Secret) {
        self.place = place
        self.secret = secret
        if secret.value.isEmpty { refusal = APIError(.unauthorized, "the credential is empty; nothing was sent") }
        switch place {
        case .field(let name): Redaction.declare(.standard.adding(fields: [name]))
        case .query(let name): Redaction.declare(.standard.adding(names: [name]))
        }
    }

    /// A key in a field.
    static func key(_ key: Secret, field: HTTPField.Name) -> FixedCredential { FixedCredential(.field(field), key) }

    /// A key in an item of the query.
    static func key(_ key: Secret, query name: String) -> FixedCredential { FixedCredential(.query(name), key) }

    /// A token (RFC 6750 §2.1).
    static func bearer(_ token: Secret) -> FixedCredential {
        FixedCredential(.field(.authorization), token.value.isEmpty ? token : Secret("Bearer " + token.value))
    }

    /// User and password (RFC 7617 §2).
    static func basic(_ user: String, _ password: Secret) -> FixedCredential {
        let pair = "\(user):\(password.value)"
        var credential = FixedCredential(
            .field(.authorization), Secret("Basic " + Data(pair.utf8).base64EncodedString()))
        if user.utf8.contains(UInt8(ascii: ":")) {
            credential.refusal = APIError(
                .invalidRequest, "the user's name has a colon, at which a server would cut it (RFC 7617 §2)")
        } else if pair.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            credential.refusal = APIError(
                .invalidRequest, "the user's name or the password has a control character (RFC 7617 §2)")
        }
        return credential
    }

    func isSignedIn(_ request: HTTPRequest) -> Bool {
        switch place {
        case .field(let name): return request.fields.contains(name)
        case .query(let name):
            let items = request.url.query?.split(separator: "&") ?? []
            return items.contains {
                PercentEncoding.decoded(String($0.prefix { $0 != "=" }), plusIsSpace: true) == name
            }
        }
    }

    func authorizing(_ request: HTTPRequest) async throws -> HTTPRequest {
        if let refusal { throw refusal }
        var request = request
        switch place {
        case .field(let name):
            request.redaction.fields.insert(name)
            request.fields[name] = secret.value
        case .query(let name):
            request.redaction = request.redaction.adding(names: [name])
            let item = PercentEncoding.encoded(name) + "=" + PercentEncoding.encoded(secret.value)
            request.url.query = request.url.query.map { "\($0)&\(item)" } ?? item
        }
        guard request.fields.invalid == nil else {
            throw APIError(.unauthorized, "the credential holds a control character; nothing was sent")
        }
        return request
    }
}
