#if canImport(Darwin)
import Security

/// A token in the keychain, for apps on Apple's systems.
///
/// It can be read from the first unlock after a start of the device on, in the background too, and neither leaves the
/// device nor comes back with a backup on another.
public final class KeychainTokenStore: TokenStore {
    private let service: String
    private let account: String
    /// Held while the item is compared and written, so that nobody writes between.
    private let turn = Lock(())

    /// A store in the keychain.
    ///
    /// - Parameters:
    ///   - service: names the API, such as its host. It is not secret.
    ///   - account: tells several tokens of one service apart. Default: `token`.
    public init(service: String, account: String = "token") {
        self.service = service
        self.account = account
    }

    /// The token; `nil` when there is none.
    ///
    /// - Throws: ``APIError`` of the kind `fileSystem` when the keychain refuses, as it does before the first unlock.
    public func load() async throws -> AccessToken? { try turn.withLock { _ in try read() } }

    /// Keeps the token in place of the one before.
    ///
    /// - Throws: ``APIError`` of the kind `fileSystem` when the keychain refuses.
    public func save(_ token: AccessToken) async throws {
        let data = try StoredToken.data(token)
        try turn.withLock { _ in try write(data) }
    }

    /// Removes the token.
    ///
    /// - Throws: ``APIError`` of the kind `fileSystem` when the keychain refuses.
    public func remove() async throws { try turn.withLock { _ in try delete() } }

    /// Puts a token, or none, in the place of another, unless the keychain holds another one by now.
    ///
    /// - Throws: ``APIError`` of the kind `fileSystem` when the keychain refuses.
    public func replace(_ old: AccessToken, with new: AccessToken?) async throws -> AccessToken? {
        let data = try new.map(StoredToken.data)
        return try turn.withLock { _ in
            let held = try read()
            guard held?.value == old.value else { return held }
            if let data { try write(data) } else { try delete() }
            return new
        }
    }
}

extension KeychainTokenStore {
    private var item: [CFString: Any] {
        [kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: account]
    }

    private func read() throws -> AccessToken? {
        var found: CFTypeRef?
        let query = item.merging([kSecReturnData: true, kSecMatchLimit: kSecMatchLimitOne]) { $1 }
        let status = SecItemCopyMatching(query as CFDictionary, &found)
        guard status != errSecItemNotFound else { return nil }
        guard status == errSecSuccess else { throw Self.failure(status) }
        guard let data = found as? Data, let token = StoredToken.token(data) else {
            throw APIError(.fileSystem, "the keychain's item is damaged: it holds no token; sign in again")
        }
        return token
    }

    private func write(_ data: Data) throws {
        let status = SecItemUpdate(item as CFDictionary, [kSecValueData: data] as [CFString: Any] as CFDictionary)
        guard status == errSecItemNotFound else { return try Self.check(status) }
        let new: [CFString: Any] = [
            kSecValueData: data, kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
        ]
        try Self.check(SecItemAdd(item.merging(new) { $1 } as CFDictionary, nil))
    }

    private func delete() throws {
        let status = SecItemDelete(item as CFDictionary)
        if status != errSecItemNotFound { try Self.check(status) }
    }

    private static func check(_ status: OSStatus) throws {
        guard status == errSecSuccess else { throw failure(status) }
    }

    private static func failure(_ status: OSStatus) -> APIError {
        let words = SecCopyErrorMessageString(status, nil).map { $0 as String } ?? "no words for it"
        return APIError(.fileSystem, "the keychain refuses (\(status)): \(words)")
    }
}
#endif
