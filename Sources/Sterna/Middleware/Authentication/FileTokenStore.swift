/// A token in a file that only its owner may read (mode 0600), replaced as a whole so that a crash loses nothing.
///
/// The token stands in the file in the clear: the file's mode is what protects it.
public final class FileTokenStore: TokenStore {
    private struct Stored: Codable {
        var accessToken: String
        var expiresAt: Date?
        var refreshToken: String?
    }

    private let path: String

    /// A store in the file at `path`; its folder must be there.
    public init(_ path: String) {
        self.path = path
    }

    /// The token; `nil` when there is no file.
    ///
    /// - Throws: ``APIError`` of the kind `fileSystem` when the file cannot be read, may be read by others, or is
    ///   damaged.
    public func load() async throws -> AccessToken? {
        do throws(FileFailure) {
            guard let data = try PrivateFile.read(path) else { return nil }
            guard let stored = try? BodyDecoder().decode(Stored.self, from: data, contentType: .json) else {
                throw FileFailure(path, "is damaged: it holds no token; remove it and sign in again")
            }
            return AccessToken(
                Secret(stored.accessToken), expiresAt: stored.expiresAt,
                refreshToken: stored.refreshToken.map { Secret($0) })
        } catch {
            throw APIError(.fileSystem, error.description, underlying: error)
        }
    }

    /// Keeps the token in place of the one before.
    ///
    /// - Throws: ``APIError`` of the kind `fileSystem` when the file cannot be written.
    public func save(_ token: AccessToken) async throws {
        let stored = Stored(
            accessToken: token.value.value, expiresAt: token.expiresAt, refreshToken: token.refreshToken?.value)
        let data = try BodyEncoder().jsonData(stored)
        do throws(FileFailure) { try PrivateFile.replace(path, with: data) } catch {
            throw APIError(.fileSystem, error.description, underlying: error)
        }
    }

    /// Removes the file.
    public func remove() async throws {
        do throws(FileFailure) { try PrivateFile.remove(path) } catch {
            throw APIError(.fileSystem, error.description, underlying: error)
        }
    }
}
