/// What the command line asks for.
struct SoakOptions {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Reduced counts: a few minutes in place of an hour.
    var isQuick = false
    /// What every trial is made from.
    var seed: UInt64 = 1
    /// The trials to run; empty is all.
    var only: [String] = []
    /// The page to write the figures to.
    var output: String?

    init(_ arguments: some Sequence<String>) throws {
        var words = Array(arguments)[...]
        while let word = words.popFirst() {
            switch word {
            case "--quick": isQuick = true
            case "--seed": seed = try Self.number(after: word, &words)
            case "--only": only.append(try Self.value(after: word, &words))
            case "--output": output = try Self.value(after: word, &words)
            default:
                throw Failure(description: "\(word) is no option: use --quick, --seed N, --only NAME, --output FILE")
            }
        }
        for name in only where !Soak.names.contains(name) {
            throw Failure(description: "there is no trial \(name): \(Soak.names.joined(separator: ", "))")
        }
    }

    private static func value(after word: String, _ words: inout ArraySlice<String>) throws -> String {
        guard let value = words.popFirst() else { throw Failure(description: "\(word) needs a value") }
        return value
    }

    private static func number(after word: String, _ words: inout ArraySlice<String>) throws -> UInt64 {
        let text = try value(after: word, &words)
        guard let number = UInt64(text) else { throw Failure(description: "\(word) needs a number, not \(text)") }
        return number
    }
}
