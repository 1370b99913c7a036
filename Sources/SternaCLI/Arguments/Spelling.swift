/// Finds the word that a mistyped one was meant to be.
enum Spelling {
    /// The candidate nearest to `word`: one that begins with it, or that is at most two slips away.
    static func nearest(to word: String, among candidates: [String]) -> String? {
        let typed = word.lowercased()
        guard typed.count >= 2 else { return nil }
        let ranked = candidates.map { (word: $0, slips: slips(from: typed, to: $0)) }
        let allowed = typed.count < 5 ? 1 : 2
        if let best = ranked.filter({ $0.slips <= allowed }).min(by: { $0.slips < $1.slips }) { return best.word }
        return candidates.filter { $0.hasPrefix(typed) }.min { $0.count < $1.count }
    }

    /// The least number of letters to insert, remove, replace or swap with a neighbour.
    static func slips(from first: String, to second: String) -> Int {
        let a = Array(first.unicodeScalars), b = Array(second.unicodeScalars)
        guard abs(a.count - b.count) <= 2, a.count <= 64 else { return .max }
        var rows = [Array(0...b.count)]
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var cost = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, rows[i - 1][j - 1] + 1) }
                row.append(cost)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
