import Sterna

/// A command line that cannot be obeyed: which word is wrong, what was expected, what to type instead.
///
/// Only the word at fault is shown, never the whole line: the line may hold a token.
struct UsageError: Error, Equatable {
    /// What is wrong, in one sentence without a full stop.
    var message: String
    /// The word at fault, as it was typed; `nil` when a word is missing or the word may hold a secret.
    var word: String?
    /// The part of the word to point at, in characters; `nil` points at all of it.
    var column: Range<Int>?
    /// What to do instead.
    var advice: String?

    init(_ message: String, word: String? = nil, column: Range<Int>? = nil, advice: String? = nil) {
        self.message = message
        self.word = word
        self.column = column
        self.advice = advice
    }

    /// The error as it is printed: the sentence, the word with a line of carets beneath it, the advice.
    var text: String {
        var lines = ["sterna: \(message.escapedForDisplay)"]
        if let word { lines += Self.pointing(at: word, column) }
        if let advice { lines.append("  \(advice.escapedForDisplay)") }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func pointing(at word: String, _ column: Range<Int>?) -> [String] {
        let characters = Array(word)
        let span = (column ?? characters.indices).clamped(to: 0..<characters.count)
        let before = String(characters[..<span.lowerBound]).escapedForDisplay
        let marked = String(characters[span]).escapedForDisplay
        let carets = String(repeating: "^", count: max(1, marked.count))
        return ["    \(word.escapedForDisplay)", "    " + String(repeating: " ", count: before.count) + carets]
    }
}
