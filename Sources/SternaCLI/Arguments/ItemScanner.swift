import Sterna

/// Reads one ITEM. The first separator decides what it is; `\:` `\=` `\@` `\;` before it are plain characters.
struct ItemScanner {
    /// The forms that an item can have, for messages.
    static let forms = "Header:value, query==value, field=text, field:=json, field=@file, field@file, @file or -"

    private let word: String
    private var name = ""
    private var rest: Substring

    private init(_ word: String) {
        self.word = word
        rest = word[...]
    }

    /// The item that `word` stands for.
    static func item(_ word: String) throws(UsageError) -> RequestItem {
        if word == "-" || word == "@-" { return .bodyInput }
        var scanner = ItemScanner(word)
        return try scanner.read()
    }

    private mutating func read() throws(UsageError) -> RequestItem {
        scanName()
        if take(":=") { return .field(name: try named("field"), jsonValue()) }
        if take("==") { return .query(name: try named("query item"), value: String(rest)) }
        if take("=") { return .field(name: try named("field"), textValue()) }
        if take(":") { return try header() }
        if take("@") { return try upload() }
        guard let last = name.last, last == ";", name.count > 1 else { throw noItem }
        return .header(name: String(name.dropLast()), value: "")
    }

    /// Moves up to the first separator that no backslash precedes.
    private mutating func scanName() {
        while let next = rest.first, !":=@".contains(next) {
            if next == "\\", let escaped = rest.dropFirst().first, ":=@;".contains(escaped) {
                name.append(escaped)
                rest = rest.dropFirst(2)
            } else {
                name.append(next)
                rest = rest.dropFirst()
            }
        }
    }

    private mutating func take(_ separator: String) -> Bool {
        guard rest.hasPrefix(separator) else { return false }
        rest = rest.dropFirst(separator.count)
        return true
    }

    private func named(_ kind: String) throws(UsageError) -> String {
        guard name.isEmpty else { return name }
        throw UsageError(
            "the \(kind) has no name", word: word.prefix(1) + "…", column: 0..<1, advice: "expected \(Self.forms)")
    }

    private func textValue() -> RequestItem.FieldValue {
        if rest.hasPrefix("@") { return .textFile(String(rest.dropFirst())) }
        return .text(String(rest.hasPrefix("\\@") ? rest.dropFirst() : rest))
    }

    private func jsonValue() -> RequestItem.FieldValue {
        rest.hasPrefix("@") ? .jsonFile(String(rest.dropFirst())) : .json(String(rest))
    }

    private func header() throws(UsageError) -> RequestItem {
        let name = try named("header")
        if rest.hasPrefix("//"), name.lowercased() == "http" || name.lowercased() == "https" {
            throw UsageError("there are two URLs", word: name + "://…", advice: "one request has one URL")
        }
        return rest.isEmpty ? .removal(name: name) : .header(name: name, value: String(rest))
    }

    private func upload() throws(UsageError) -> RequestItem {
        guard !rest.isEmpty else {
            throw UsageError("no file is named after @", word: word, advice: "expected field@file, or @file alone")
        }
        return name.isEmpty ? .bodyFile(String(rest)) : try part()
    }

    /// The file, and what `;type=` and `;filename=` say of it. `\;` is a semicolon of the file's name.
    private func part() throws(UsageError) -> RequestItem {
        var values: [String: String] = [:]
        var path = String(rest)
        // The last is cut off first; what stands before the first is the path.
        while let cut = Self.lastAttribute(of: path) {
            guard values.updateValue(String(path[cut.value...]), forKey: cut.name) == nil else {
                throw UsageError("the \(cut.name) is given twice", word: word)
            }
            path = String(path[..<cut.start])
        }
        let type = values["type"].flatMap { MediaType($0) }
        if let text = values["type"], type == nil {
            throw UsageError("“\(text)” is no type", word: word, advice: "expected type/subtype, such as image/png")
        }
        guard !path.isEmpty else { throw UsageError("no file is named after @", word: word) }
        return .upload(
            name: name, path: path.replacing("\\;", with: ";"), type: type,
            fileName: values["filename"]?.replacing("\\;", with: ";"))
    }

    private static func lastAttribute(
        of text: String
    ) -> (name: String, start: String.Index, value: String.Index)? {
        let found = ["type", "filename"].flatMap { name in
            text.ranges(of: ";\(name)=").filter { !text[..<$0.lowerBound].hasSuffix("\\") }
                .map { (name, $0.lowerBound, $0.upperBound) }
        }
        return found.max { $0.1 < $1.1 }
    }

    private var noItem: UsageError {
        UsageError("this is not an item of a request", word: word, advice: "expected \(Self.forms)")
    }
}
