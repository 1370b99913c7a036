/// A credential that never changes, in a field or in the query.
struct FixedCredential: AuthenticationScheme {
    enum Place: Sendable {
        case field(HTTPField.Name)
        case query(String)
    }

    private let place: Place
    private let secret: Secret

    init(_ place: Place, _ secret: Secret) {
        self.place = place
        self.secret = secret
    }

    func authorizing(_ request: HTTPRequest) async throws -> HTTPRequest {
        guard !secret.value.isEmpty else { throw APIError(.unauthorized, "the credential is empty", request: request) }
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
        return request
    }

    /// User and password as a field (RFC 7617 §2).
    static func basic(_ user: String, _ password: String) -> String {
        "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
    }
}
