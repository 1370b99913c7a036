/// A token as it is written down.
struct StoredToken: Codable {
    private var accessToken: String
    private var expiresAt: Date?
    private var refreshToken: String?

    /// The bytes to keep: JSON.
    static func data(_ token: AccessToken) throws -> Data {
        try BodyEncoder().jsonData(
            StoredToken(
                accessToken: token.value.value, expiresAt: token.expiresAt, refreshToken: token.refreshToken?.value))
    }

    /// The token that was kept; `nil` when the bytes are none.
    static func token(_ data: Data) -> AccessToken? {
        guard let stored = try? BodyDecoder().decode(StoredToken.self, from: data, contentType: .json) else {
            return nil
        }
        return AccessToken(
            Secret(stored.accessToken), expiresAt: stored.expiresAt,
            refreshToken: stored.refreshToken.map { Secret($0) })
    }
}
