/// A token in a file that only its owner may read (mode 0600), replaced as a whole so that a crash loses nothing.
///
/// The token stands in the file in the clear: the file's mode is what protects it.
public final class FileTokenStore: TokenStore {
    private let path: String
    /// Held while the file is compared and written, so that nobody writes between.
    private let turn = Lock(())

    /// A store in the file at `path`; its folder must be there.
    public init(_ path: String) {
        self.path = path
    }

    /// The token; `nil` when there is no file.
    ///
    /// - Throws: ``APIError`` of the kind `fileSystem` when the file cannot be read, may be read by others, or is
    ///   damaged.
    public func load() async throws -> AccessToken? { try attempt { try read() } }

    /// Keeps the token in place of the one before.
    ///
    /// - Throws: ``APIError`` of the kind `fileSystem` when the file cannot be written.
    public func save(_ token: AccessToken) async throws {
        let data = try StoredToken.data(token)
        try attempt { try PrivateFile.replace(path, with: data) }
    }

    /// Removes the file.
    ///
    /// - Throws: ``APIError`` of the kind `fileSystem` when it cannot be removed.
    public func remove() async throws {
        try attempt { try PrivateFile.remove(path) }
    }

    /// Puts a token, or none, in the place of another, unless the file holds another one by now. Another process that
    /// writes at the very moment is not kept out.
    ///
    /// - Throws: ``APIError`` of the kind `fileSystem` when the file cannot be read or written.
    public func replace(_ old: AccessToken, with new: AccessToken?) async throws -> AccessToken? {
        let data = try new.map(StoredToken.data)
        return try attempt {
            let held = try read()
            guard held?.value == old.value else { return held }
            if let data { try PrivateFile.replace(path, with: data) } else { try PrivateFile.remove(path) }
            return new
        }
    }

    private func attempt<Value: Sendable>(_ work: () throws -> Value) throws -> Value {
        do { return try turn.withLock { _ in try work() } } catch let failure as FileFailure {
            throw APIError(.fileSystem, failure.description, underlying: failure)
        }
    }

    private func read() throws(FileFailure) -> AccessToken? {
        guard let data = try PrivateFile.read(path) else { return nil }
        guard let token = StoredToken.token(data) else {
            throw FileFailure(path, "is damaged: it holds no token; remove it and sign in again")
        }
        return token
    }
}
