/// Completions for shells, made from the same table as the parser.
enum Completions {
    private static let verbs = "get post put patch delete head"

    /// The text to be read by the shell: `source <(sterna completions bash)`.
    static func text(for shell: Invocation.Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    private static var options: [CommandOption] { OptionTable.request }
    private static var commands: [CommandWord] { CommandWord.allCases }
    private static var words: String { ([verbs] + commands.map(\.rawValue)).joined(separator: " ") }

    private static var bash: String {
        let names = options.map { "--" + $0.long }.joined(separator: " ")
        let files = options.filter { $0.valueName == "FILE" || $0.valueName == "PATH" }.map { "--" + $0.long }
        return """
            _sterna() {
                local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
                case $before in \(files.joined(separator: "|"))|-o) COMPREPLY=($(compgen -f -- "$word")); return;; esac
                case $word in
                    -*) COMPREPLY=($(compgen -W "\(names)" -- "$word"));;
                    @*) COMPREPLY=($(compgen -f -P @ -- "${word#@}"));;
                    *) [ "$COMP_CWORD" -eq 1 ] && COMPREPLY=($(compgen -W "\(words)" -- "$word"));;
                esac
            }
            complete -F _sterna sterna

            """
    }

    private static var zsh: String {
        let lines = options.map { option in
            let value = option.valueName.map { ":\($0)" + ($0 == "FILE" || $0 == "PATH" ? ":_files" : ": ") } ?? ""
            return "    '--\(option.long)[\(escaped(option.help))]\(value)' \\"
        }
        return """
            #compdef sterna
            _arguments \\
            \(lines.joined(separator: "\n"))
                '1:method, command or URL:(\(words))' \\
                '*:item:_files'

            """
    }

    private static var fish: String {
        let first = "complete -c sterna -n __fish_use_subcommand -f -a '\(words)'"
        let lines = options.map { option in
            let short = option.short.map { " -s \($0)" } ?? ""
            let value = option.valueName.map { $0 == "FILE" || $0 == "PATH" ? " -r -F" : " -x" } ?? ""
            return "complete -c sterna -l \(option.long)\(short)\(value) -d '\(quoteless(option.help))'"
        }
        return ([first] + lines).joined(separator: "\n") + "\n"
    }

    /// Within `[…]` of a zsh specification.
    private static func escaped(_ text: String) -> String {
        quoteless(text).flatMap { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.reduce(into: "") { $0.append($1) }
    }

    /// Within single quotes of a shell.
    private static func quoteless(_ text: String) -> String {
        text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "’")
    }
}
