import Sterna

/// Reads a command line. Pure: it opens no file and asks no environment.
struct ArgumentParser {
    private let table: [CommandOption]
    private var options = RequestOptions()
    private var positionals: [String] = []

    /// What the words, without the program's name, ask for.
    static func invocation(_ words: [String]) throws(UsageError) -> Invocation {
        guard let first = words.first else { return .help }
        if let command = CommandWord(rawValue: first) { return try self.command(command, Array(words.dropFirst())) }
        var parser = ArgumentParser(table: OptionTable.request)
        try parser.scan(words)
        if parser.options.wantsHelp { return .help }
        if parser.options.wantsVersion { return .version }
        if parser.positionals.isEmpty, words == ["-h"] { return .help }
        return .request(try RequestReader(parser.options).call(parser.positionals))
    }

    /// The path after `--report`, found even in a line that cannot be obeyed, so that a script always gets its report.
    static func reportPath(_ words: [String]) -> String? {
        let words = words.prefix { $0 != "--" }
        for (word, next) in zip(words, words.dropFirst().map(Optional.some) + [nil]) {
            if word == "--report" { return next }
            if word.hasPrefix("--report=") { return String(word.dropFirst(9)) }
        }
        return nil
    }

    private init(table: [CommandOption]) {
        self.table = table
    }

    private static func command(_ command: CommandWord, _ words: [String]) throws(UsageError) -> Invocation {
        var parser = ArgumentParser(table: command.options)
        try parser.scan(words)
        if parser.options.wantsHelp || command == .help { return .help }
        if parser.options.wantsVersion { return .version }
        if command == .image { return try parser.image() }
        let shell = command == .completions ? try self.shell(parser.positionals) : nil
        if let extra = parser.positionals.dropFirst(shell == nil ? 0 : 1).first {
            throw UsageError("one word too many", word: extra, advice: "expected \(command.synopsis)")
        }
        if let shell { return .completions(shell) }
        switch command {
        case .serve: return .serve(port: parser.options.port ?? 8080)
        case .network: return .network(watches: parser.options.watches)
        default: return .demo
        }
    }

    private func image() throws(UsageError) -> Invocation {
        let advice = "expected \(CommandWord.image.synopsis)"
        guard let path = positionals.first else { throw UsageError("the photo is missing", word: nil, advice: advice) }
        if let extra = positionals.dropFirst().first {
            throw UsageError("one word too many", word: extra, advice: advice)
        }
        guard let target = options.output else {
            throw UsageError("-o is missing: it says where the smaller photo goes", word: path, advice: advice)
        }
        return .image(path: path, target: target, options.photo)
    }

    private static func shell(_ words: [String]) throws(UsageError) -> Invocation.Shell {
        if let shell = words.first.flatMap(Invocation.Shell.init(rawValue:)) { return shell }
        throw UsageError(
            words.isEmpty ? "the shell is missing" : "there are no completions for this shell", word: words.first,
            advice: "expected \(CommandWord.completions.synopsis)")
    }
}

extension CommandWord {
    /// The options that may follow it.
    fileprivate var options: [CommandOption] {
        switch self {
        case .serve: OptionTable.serve
        case .image: OptionTable.image
        case .network: OptionTable.watching
        default: OptionTable.general
        }
    }
}

// MARK: - Options

extension ArgumentParser {
    private mutating func scan(_ words: [String]) throws(UsageError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                positionals += rest
                return
            } else if word.hasPrefix("--") {
                try long(word, &rest)
            } else if word.hasPrefix("-"), word != "-" {
                try short(word, &rest)
            } else {
                positionals.append(word)
            }
        }
    }

    private mutating func long(_ word: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
        let body = word.dropFirst(2)
        let name = String(body.prefix { $0 != "=" })
        let attached = body.contains("=") ? String(body.dropFirst(name.count + 1)) : nil
        guard let option = table.first(where: { $0.long == name }) else { throw unknown(name) }
        try apply(option, as: "--" + name, attached, &rest)
    }

    private mutating func short(_ word: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
        var letters = word.dropFirst()
        while let letter = letters.popFirst() {
            guard let option = table.first(where: { $0.short == letter }) else {
                let column = word.distance(from: word.startIndex, to: letters.startIndex) - 1
                throw UsageError(
                    "there is no option -\(letter)", word: word, column: column..<(column + 1), advice: Self.seeHelp)
            }
            var attached: String?
            if option.valueName != nil, !letters.isEmpty {
                attached = String(letters.first == "=" ? letters.dropFirst() : letters)
                letters = ""
            }
            try apply(option, as: "-\(letter)", attached, &rest)
        }
    }

    private mutating func apply(
        _ option: CommandOption, as written: String, _ attached: String?, _ rest: inout ArraySlice<String>
    ) throws(UsageError) {
        switch option.action {
        case .flag(let set):
            guard attached == nil else { throw UsageError("\(written) takes no value", word: written + "=…") }
            set(&options)
        case .value(let name, let set):
            let value = if let attached { attached } else { try next(name, of: written, &rest) }
            do {
                try set(value, &options)
            } catch {
                throw refusal(of: value, option, written, error)
            }
        }
    }

    private func next(
        _ name: String, of written: String, _ rest: inout ArraySlice<String>
    ) throws(UsageError) -> String {
        guard let value = rest.popFirst() else {
            throw UsageError("\(written) lacks its value \(name)", word: written)
        }
        guard !table.contains(where: { "--" + $0.long == value }) else {
            throw UsageError(
                "\(written) lacks its value \(name)", word: "\(written) \(value)",
                advice: "if “\(value)” is the value, write \(written)=\(value)")
        }
        return value
    }

    private func refusal(
        of value: String, _ option: CommandOption, _ written: String, _ error: any Error
    ) -> UsageError {
        let expected = (error as? CommandOption.Refusal)?.expected ?? (error as? Quantity.Refusal)?.expected
        let shown = option.isSecret ? "…" : value
        let start = written.count + 1
        return UsageError(
            "\(written) cannot be this", word: "\(written) \(shown)", column: start..<(start + max(1, shown.count)),
            advice: "expected \(expected ?? "another value")")
    }

    private func unknown(_ name: String) -> UsageError {
        let near = Spelling.nearest(to: name, among: table.map(\.long))
        return UsageError(
            "there is no option --\(name)", word: "--" + name,
            advice: near.map { "did you mean --\($0)?" } ?? Self.seeHelp)
    }

    private static let seeHelp = "“sterna --help” shows every option"
}
