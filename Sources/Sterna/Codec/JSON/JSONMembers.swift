/// The members of one object, found by name.
///
/// Small objects are searched from the place after the last hit, where the next property mostly is; large ones get a
/// table. Names that appear twice are refused, since readers disagree on which one counts (RFC 8259 §4).
final class JSONMembers {
    let document: JSONDocument
    let object: Int
    private let end: Int
    private var cursor: Int
    private var table: [String: Int]?
    private var foldedTable: [String: Int]?

    private static let tableThreshold = 24

    init(_ document: JSONDocument, _ object: Int) throws {
        self.document = document
        self.object = object
        end = Int(document.text.tokens[object].next)
        cursor = object + 1
        try refuseDuplicates()
    }

    /// The value of a property; `nil` when the object has no such member.
    func value(_ name: String) -> Int? {
        let isSnake = document.options.keys == .snakeCase
        if let table {
            return table[name] ?? (isSnake ? table[SnakeCase.converted(name)] ?? folded(name) : nil)
        }
        var name = name
        let index = name.withUTF8 { bytes in
            search { $0.elementsEqual(bytes) }
                ?? (isSnake ? search { SnakeCase.matches(property: bytes, member: $0) } : nil)
        }
        return index ?? (isSnake ? folded(name) : nil)
    }

    /// The error for a property that must be there and is not.
    func missing(_ key: any CodingKey, _ type: any Any.Type) -> DecodingError {
        let context = DecodingError.Context(
            codingPath: document.path(to: object), debugDescription: "there is no “\(key.stringValue)”",
            underlyingError: JSONExpectation(type: "\(type)"))
        return .keyNotFound(key, context)
    }

    /// The members' names as keys. In snake_case, a name that is no key stands for the property that is written so.
    func keys<Key: CodingKey>() -> [Key] {
        document.text.members(of: object).compactMap { member in
            let name = document.text.string(member.name)
            if let key = Key(stringValue: name) { return key }
            guard document.options.keys == .snakeCase else { return nil }
            return SnakeCase.properties(name).lazy.compactMap { Key(stringValue: $0) }.first
        }
    }

    private typealias Bytes = UnsafeBufferPointer<UInt8>.SubSequence

    /// The value of the first member from the cursor on, and then from the start, whose name fits.
    private func search(_ fits: (Bytes) -> Bool) -> Int? {
        document.text.bytes.withUnsafeBufferPointer { bytes in
            document.text.tokens.withUnsafeBufferPointer { tokens in
                find(bytes, tokens, from: cursor, to: end, fits)
                    ?? find(bytes, tokens, from: object + 1, to: cursor, fits)
            }
        }
    }

    private func find(
        _ bytes: UnsafeBufferPointer<UInt8>, _ tokens: UnsafeBufferPointer<JSONToken>, from start: Int, to end: Int,
        _ fits: (Bytes) -> Bool
    ) -> Int? {
        var name = start
        while name < end {
            let next = Int(tokens[name + 1].next)
            if !tokens[name].hasEscapes, fits(bytes[tokens[name].content]) {
                cursor = next
                return name + 1
            }
            name = next
        }
        return nil
    }

    /// The only member whose name differs in nothing but case, `_` and `-`.
    private func folded(_ name: String) -> Int? {
        let table = foldedTable ?? makeFoldedTable()
        foldedTable = table
        let index = table[SnakeCase.folded(name)]
        return index == Self.ambiguous ? nil : index
    }

    private func makeFoldedTable() -> [String: Int] {
        document.text.members(of: object).reduce(into: [:]) { table, member in
            let fold = SnakeCase.folded(document.text.string(member.name))
            table[fold] = table[fold] == nil ? member.value : Self.ambiguous
        }
    }

    private static let ambiguous = -1
}

extension JSONMembers {
    /// Looks at each name once; a set of 64 bits tells most names apart, and the rest are compared.
    private func refuseDuplicates() throws {
        var seen: UInt64 = 0
        var count = 0
        for member in document.text.members(of: object) {
            let token = document.text.tokens[member.name]
            count += 1
            guard count <= Self.tableThreshold, !token.hasEscapes else { return try makeTable() }
            let bit: UInt64 = 1 << mix(token)
            if seen & bit != 0, let first = earlier(member.name) { throw duplicate(member, first) }
            seen |= bit
        }
    }

    private func mix(_ token: JSONToken) -> UInt64 {
        let content = token.content
        guard let first = content.first else { return 0 }
        let bytes = document.text.bytes
        let last = UInt64(bytes[content.upperBound - 1])
        return (UInt64(content.count) &* 31 &+ UInt64(bytes[first]) &* 7 &+ last &* 13) & 63
    }

    private func earlier(_ name: Int) -> Int? {
        let text = document.text
        let bytes = text.bytes[text.tokens[name].content]
        return text.members(of: object).prefix { $0.name < name }
            .first { text.bytes[text.tokens[$0.name].content] == bytes }?.name
    }

    private func makeTable() throws {
        var table: [String: Int] = [:]
        for member in document.text.members(of: object) {
            let name = document.text.string(member.name)
            if let first = table.updateValue(member.value, forKey: name) { throw duplicate(member, first - 1) }
        }
        self.table = table
    }

    private func duplicate(_ member: (name: Int, value: Int), _ first: Int) -> DecodingError {
        let name = document.text.string(member.name)
        let context = DecodingError.Context(
            codingPath: document.path(to: member.value),
            debugDescription: "the object has two members of the name “\(name)”")
        return .dataCorrupted(context)
    }
}
