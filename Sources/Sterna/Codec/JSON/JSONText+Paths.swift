extension JSONText {
    /// The path of a token, as in `$.items[3].user.name`; a name has the path of its value.
    package func path(of index: Int) -> String {
        var steps: [String] = []
        var index = index
        while index < tokens.count, tokens[index].parent != JSONToken.none {
            steps.append(step(index))
            index = Int(tokens[index].parent)
        }
        return "$" + steps.reversed().joined()
    }

    private func step(_ index: Int) -> String {
        let parent = Int(tokens[index].parent)
        if tokens[parent].kind == .array {
            return "[\(elements(of: parent).prefix { $0 < index }.count)]"
        }
        return JSONPath.step(name: string(tokens[index].kind == .name ? index : index - 1))
    }

    /// The token of a value by the keys that lead to it, or of the innermost container on the way that is there.
    func token(at codingPath: [any CodingKey]) -> Int {
        codingPath.reduce(0) { index, key in child(key, of: index) ?? index }
    }

    private func child(_ key: any CodingKey, of index: Int) -> Int? {
        guard index < tokens.count else { return nil }
        switch tokens[index].kind {
        case .object: return members(of: index).first { string($0.name) == key.stringValue }?.value
        case .array: return key.intValue.flatMap { place in elements(of: index).dropFirst(place).first { _ in true } }
        default: return nil
        }
    }
}
