/// Names of properties in snake_case.
///
/// A word starts at a capital after a small letter or a digit, and at the last capital of a run before a small letter:
/// `myURLPath2` is `my_url_path2`. The plural of an acronym is one word: `userIDs` is `user_ids`. Underscores that are
/// there stay, so that a name in snake_case is itself.
enum SnakeCase {
    /// A property's name as it is written.
    static func converted(_ name: String) -> String {
        guard name.utf8.contains(where: isCapital) else { return name }
        var name = name
        return name.withUTF8 { source in
            var text: [UInt8] = []
            text.reserveCapacity(source.count + 4)
            for place in source.indices {
                if startsWord(source, place) { text.append(underscore) }
                text.append(lowered(source[place]))
            }
            return String(decoding: text, as: UTF8.self)
        }
    }

    /// Whether a member's name is the one that a property's name is written as.
    static func matches(
        property: UnsafeBufferPointer<UInt8>, member: UnsafeBufferPointer<UInt8>.SubSequence
    ) -> Bool {
        var other = member.startIndex
        for place in property.indices {
            if startsWord(property, place) {
                guard other < member.endIndex, member[other] == underscore else { return false }
                other += 1
            }
            guard other < member.endIndex, member[other] == lowered(property[place]) else { return false }
            other += 1
        }
        return other == member.endIndex
    }

    /// A name without what spellings differ in: case, `_` and `-`.
    static func folded(_ name: String) -> String {
        String(decoding: name.utf8.lazy.filter { $0 != underscore && $0 != hyphen }.map(lowered), as: UTF8.self)
    }

    /// The names of properties that may be written as this name in snake_case: each word with a capital, or as an
    /// acronym. Of long names only the first spelling.
    static func properties(_ member: String) -> [String] {
        let words = member.split(separator: "_", omittingEmptySubsequences: true).map(String.init)
        guard let first = words.first, words.count <= 6 else { return [] }
        let lead = String(member.prefix { $0 == "_" })
        let trail = words.isEmpty ? "" : String(member.reversed().prefix { $0 == "_" })
        var names = [first, first.uppercased(), capitalized(first)]
        for word in words.dropFirst() {
            names = names.flatMap { start in spellings(word).map { start + $0 } }
        }
        return names.map { lead + $0 + trail }
    }

    private static func spellings(_ word: String) -> [String] {
        let plural = word.count > 2 && word.hasSuffix("s") ? [word.dropLast().uppercased() + "s"] : []
        return [capitalized(word), word.uppercased()] + plural
    }

    private static func capitalized(_ word: String) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }
}

extension SnakeCase {
    private static let underscore = UInt8(ascii: "_")
    private static let hyphen = UInt8(ascii: "-")

    private static func startsWord(_ name: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
        guard place > 0, isCapital(name[place]) else { return false }
        let before = name[place - 1]
        if !isCapital(before) { return isSmall(before) || isDigit(before) }
        guard place + 1 < name.count, isSmall(name[place + 1]) else { return false }
        let isPlural = name[place + 1] == UInt8(ascii: "s") && (place + 2 == name.count || !isSmall(name[place + 2]))
        return !isPlural
    }

    private static func isCapital(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
    private static func isSmall(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    private static func lowered(_ byte: UInt8) -> UInt8 { isCapital(byte) ? byte | 0x20 : byte }
}
