/// Places in a JSON text, written as `$.items[3].user.name`.
enum JSONPath {
    /// The path of a place in a value that is being read or written.
    static func text(_ codingPath: [any CodingKey]) -> String {
        codingPath.reduce(into: "$") { $0 += step($1) }
    }

    private static func step(_ key: any CodingKey) -> String {
        // An index is the one kind of key whose number is not its name as well.
        if let index = key.intValue, key.stringValue != String(index) { return "[\(index)]" }
        return step(name: key.stringValue)
    }

    /// The part of a path that names a member.
    static func step(name: String) -> String {
        let isPlain =
            !name.isEmpty
            && name.utf8.allSatisfy { byte in
                byte == UInt8(ascii: "_") || byte >= 0x80
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
        return isPlain ? "." + name : "[\"\(name.escapedForDisplay)\"]"
    }
}
