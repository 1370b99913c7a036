/// Texts made of a few words by a seed, so that they are the same at every start.
struct DemoWords {
    private static let words = """
        tern wing shore tide north south light island pack ice summer winter nest egg gull fish wind wave storm calm \
        harbour cliff reef sand dune marsh river mouth current depth cape bay sound strait horizon dawn dusk noon \
        star compass map route flight glide dive turn return follow carry cross reach leave gather scatter rest feed \
        call answer watch wait circle climb drift hold break clear bright grey silver small far near long swift
        """.split(separator: " ")

    private var state: UInt64

    init(seed: Int) {
        state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    }

    mutating func number(below limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
    }

    mutating func phrase(_ count: Int) -> String {
        (0..<count).map { _ in String(Self.words[number(below: Self.words.count)]) }.joined(separator: " ")
    }

    mutating func sentences(_ count: Int) -> String {
        (0..<count).map { _ in
            let phrase = phrase(6 + number(below: 6))
            return phrase.prefix(1).uppercased() + phrase.dropFirst() + "."
        }.joined(separator: "\n")
    }
}
