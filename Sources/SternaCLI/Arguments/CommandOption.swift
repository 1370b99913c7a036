/// One row of the table of options: the parser, the help and the completions are all made from it.
struct CommandOption: Sendable {
    /// The heading beneath which the help shows an option.
    enum Group: String, Sendable, CaseIterable {
        case body = "Body"
        case output = "Output"
        case policy = "Policy"
        case credentials = "Credentials"
        case tls = "TLS"
        case network = "Network"
        case server = "Demo server"
        case image = "Photos"
        case watching = "Network monitor"
        case general = "General"
    }

    /// What an option does when it is met.
    enum Action: Sendable {
        /// It stands alone.
        case flag(@Sendable (inout RequestOptions) -> Void)
        /// It takes a value, called by this name in the help.
        case value(String, @Sendable (String, inout RequestOptions) throws -> Void)
    }

    /// A value that an option cannot take, and what it could.
    struct Refusal: Error, Equatable {
        let expected: String
    }

    /// The name, without dashes.
    let long: String
    /// The letter, when it has one.
    let short: Character?
    let group: Group
    /// What it does, with its default and its unit.
    let help: String
    /// Whether its value may hold a secret, so that no message shows it.
    let isSecret: Bool
    let action: Action

    init(
        _ long: String, _ short: Character? = nil, _ group: Group, _ help: String, isSecret: Bool = false,
        _ action: Action
    ) {
        self.long = long
        self.short = short
        self.group = group
        self.help = help
        self.isSecret = isSecret
        self.action = action
    }

    /// The name of its value; `nil` when it takes none.
    var valueName: String? {
        switch action {
        case .flag: nil
        case .value(let name, _): name
        }
    }
}
