import Sterna

/// Finds a credential where the command line says it is, and makes the field of it.
enum Credential {
    /// The value of `Authorization`.
    ///
    /// - Throws: `UsageError` when it is missing or empty, `FileFailure` when its file cannot be read.
    static func field(_ option: CredentialOption) async throws -> HTTPField {
        let value =
            switch option {
            case .bearer(let text): "Bearer " + (try await found(text))
            case .basic(nil, let text): "Basic " + (try basic(try await found(text)))
            case .basic(let user?, let text):
                "Basic " + (try basic(user + ":" + (try await found(text, mayBeEmpty: true))))
            }
        do throws(InvalidField) {
            return try HTTPField(.authorization, value)
        } catch {
            throw UsageError("the credential holds a line break or another control character")
        }
    }

    /// User and password in Base64 (RFC 7617 §2).
    static func basic(_ pair: String) throws(UsageError) -> String {
        guard pair.contains(":") else { throw UsageError("the credential is not of the form user:password") }
        return Data(pair.utf8).base64EncodedString()
    }

    private static func found(_ text: CredentialText, mayBeEmpty: Bool = false) async throws -> String {
        let value: String
        switch text {
        case .literal(let secret): value = secret.value
        case .file(let path): value = try await firstLine(of: path)
        case .environment(let name):
            guard let found = Environment[name] else {
                throw UsageError("the variable \(name) is not set, or empty", word: "env:\(name)")
            }
            value = found
        }
        guard mayBeEmpty || !value.isEmpty else { throw UsageError("the credential is empty") }
        return value
    }

    private static func firstLine(of path: String) async throws -> String {
        let contents = try await InputFile.contents(path)
        guard let text = String(validating: contents, as: UTF8.self) else {
            throw UsageError("the credential's file is not text in UTF-8", word: "@" + path)
        }
        var line = text[...]
        while line.last?.isNewline == true { line.removeLast() }
        return String(line)
    }
}
