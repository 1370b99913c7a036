/// How lists and objects are written into a query. There is no standard, so ask the server's documentation.
///
/// | style | `ids` = [1, 2] | `f` = [{a: 1, b: 2}, {a: 3, b: 4}] |
/// |---|---|---|
/// | ``repeat`` | `ids=1&ids=2` | `f[a]=1&f[b]=2&f[a]=3&f[b]=4` |
/// | ``brackets`` | `ids[]=1&ids[]=2` | `f[][a]=1&f[][b]=2&f[][a]=3&f[][b]=4` |
/// | ``indices`` | `ids[0]=1&ids[1]=2` | `f[0][a]=1&f[0][b]=2&f[1][a]=3&f[1][b]=4` |
/// | ``comma`` | `ids=1,2` | as ``indices``, because commas cannot say it |
///
/// An object is `f[a]=1&f[b]=2` in every style. An empty list or object writes nothing. Brackets are encoded as `%5B`
/// and `%5D`, as RFC 3986 §3.4 asks; ``encodesBrackets`` is for servers that cannot read that.
public struct QueryStyle: Hashable, Sendable {
    enum Lists: Hashable, Sendable {
        case `repeat`, brackets, indices, comma
    }

    let lists: Lists
    /// Whether brackets are written as `%5B` and `%5D`. Default: `true`.
    public var encodesBrackets = true

    /// The name again for each value. The default.
    public static let `repeat` = QueryStyle(lists: .repeat)
    /// The name with `[]`, as PHP and Rails read it.
    public static let brackets = QueryStyle(lists: .brackets)
    /// The name with the value's number, from 0.
    public static let indices = QueryStyle(lists: .indices)
    /// The name once, its values with commas between them; a comma within a value is encoded.
    public static let comma = QueryStyle(lists: .comma)

    /// The style with brackets written as they are.
    public var withRawBrackets: QueryStyle {
        var style = self
        style.encodesBrackets = false
        return style
    }
}

extension QueryStyle {
    /// One `name=value` of a query, not yet encoded.
    package struct Pair: Hashable, Sendable {
        /// The name, and what stands in brackets after it.
        package let path: [String]
        /// The values, with commas between them where there are several; `nil` for the name alone.
        package let values: [String]?

        /// The name with its brackets.
        package var name: String { path[0] + path.dropFirst().map { "[\($0)]" }.joined() }
        /// The values as one text.
        package var value: String? { values?.joined(separator: ",") }
    }

    /// A query of the items in their order, encoded; `nil` when there is nothing to write.
    package func encode(_ items: [QueryItem]) -> String? {
        guard !items.isEmpty else { return nil }
        let pairs = pairs(items)
        return pairs.isEmpty ? nil : pairs.map(text).joined(separator: "&")
    }

    /// The items in their order, lists and objects taken apart.
    package func pairs(_ items: [QueryItem]) -> [Pair] {
        var result: [Pair] = []
        for item in items { append(item.content, [item.name], to: &result) }
        return result
    }

    private func append(_ value: QueryValue, _ path: [String], to result: inout [Pair]) {
        switch value {
        case .omitted: break
        case .flag: result.append(Pair(path: path, values: nil))
        case .text(let text): result.append(Pair(path: path, values: [text]))
        case .object(let members):
            for member in members { append(member.value, path + [member.name], to: &result) }
        case .list(let values): append(values, path, to: &result)
        }
    }

    private func append(_ values: [QueryValue], _ path: [String], to result: inout [Pair]) {
        let present = values.filter { $0 != .omitted }
        let plain = present.compactMap { if case .text(let text) = $0 { text } else { nil } }
        switch lists {
        case .comma where plain.count == present.count:
            if !plain.isEmpty { result.append(Pair(path: path, values: plain)) }
        case .repeat:
            for value in present { append(value, path, to: &result) }
        case .brackets:
            for value in present { append(value, path + [""], to: &result) }
        case .indices, .comma:
            for (index, value) in present.enumerated() { append(value, path + [String(index)], to: &result) }
        }
    }

    private func text(of pair: Pair) -> String {
        let (open, close) = encodesBrackets ? ("%5B", "%5D") : ("[", "]")
        var text = PercentEncoding.encoded(pair.path[0])
        for part in pair.path.dropFirst() { text += open + PercentEncoding.encoded(part) + close }
        guard let values = pair.values else { return text }
        return text + "=" + values.map(PercentEncoding.encoded).joined(separator: ",")
    }
}
