import Sterna

/// Where a credential is taken from: the command line itself, a file, or the environment. The last two keep it out of
/// the shell's history and the list of processes.
enum CredentialText: Hashable, Sendable {
    /// The word itself.
    case literal(Secret)
    /// The contents of a file, without the line break at its end.
    case file(String)
    /// A variable of the environment.
    case environment(String)

    /// Reads `T`, `@file` or `env:NAME`.
    init(_ text: String) {
        if text.hasPrefix("@") {
            self = .file(String(text.dropFirst()))
        } else if text.hasPrefix("env:") {
            self = .environment(String(text.dropFirst(4)))
        } else {
            self = .literal(Secret(text))
        }
    }

    /// Whether nothing is named at all.
    var isEmpty: Bool {
        switch self {
        case .literal(let secret): secret.value.isEmpty
        case .file(let path): path.isEmpty
        case .environment(let name): name.isEmpty
        }
    }
}

/// What the request proves its sender with.
enum CredentialOption: Hashable, Sendable {
    /// A token (RFC 6750).
    case bearer(CredentialText)
    /// User and password (RFC 7617); without a user, the text holds both as `U:P`.
    case basic(user: String?, CredentialText)
}
