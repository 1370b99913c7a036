/// The page that `--help` shows, made from the same table as the parser.
struct HelpPage {
    let paint: Paint

    /// The whole page.
    var text: String {
        (["\(paint(.bold, "sterna")) \(HelpSection.purpose)"] + HelpSection.all.map(shown) + [HelpSection.closing])
            .joined(separator: "\n\n") + "\n"
    }

    private func shown(_ section: HelpSection) -> String {
        paint(.bold, section.title) + "\n" + rows(section.rows, width: section.width)
    }

    /// Two columns; a long entry of the first stands on a line of its own.
    private func rows(_ rows: [(String, String)], width: Int) -> String {
        rows.map { left, right in
            if left.count > width { return "  \(left)\n  " + String(repeating: " ", count: width + 2) + right }
            return "  " + left + String(repeating: " ", count: width + 2 - left.count) + right
        }.joined(separator: "\n")
    }
}
