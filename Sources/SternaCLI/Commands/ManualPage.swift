/// The page that `man` shows, kept as `docs/sterna.1`; a test holds the file to the help.
enum ManualPage {
    /// The whole page, in the language of man(7).
    static var text: String {
        let head = [
            ".TH STERNA 1", ".SH NAME", "sterna \\- send a request and show the answer",
        ]
        let closing = [".SH NOTES"] + HelpSection.closing.split(separator: "\n").map { line(String($0)) }
        return (head + HelpSection.all.flatMap(shown) + closing).joined(separator: "\n") + "\n"
    }

    private static func shown(_ section: HelpSection) -> [String] {
        [".SH \(section.title.uppercased())"]
            + section.rows.flatMap { left, right in
                [".TP", "\\fB\(escaped(String(left.drop { $0 == " " })))\\fR", line(right)]
            }
    }

    /// A line that is text even when it begins like a request to the formatter.
    private static func line(_ text: String) -> String { "\\&" + escaped(text) }

    /// Text whose characters all stand for themselves, so that what is copied from the page works in a shell.
    private static func escaped(_ text: String) -> String {
        text.map { character in
            switch character {
            case "\\": "\\e"
            case "-": "\\-"
            case "'": "\\(aq"
            case "\"": "\\(dq"
            case "^": "\\(ha"
            case "~": "\\(ti"
            case "`": "\\(ga"
            default: String(character)
            }
        }.joined()
    }
}
