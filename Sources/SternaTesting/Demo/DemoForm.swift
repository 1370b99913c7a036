import Sterna

/// Names and values, as in a query or a web form, in their order.
struct DemoForm: Sendable {
    let items: [(name: String, value: String)]

    init(_ text: String) {
        items = text.split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? String(parts[1]) : ""
            return (
                PercentEncoding.decoded(String(parts[0]), plusIsSpace: true),
                PercentEncoding.decoded(value, plusIsSpace: true)
            )
        }
    }

    subscript(name: String) -> String? { items.first { $0.name == name }?.value }

    /// Each name with its value, or with a list of them when it is repeated.
    var json: DemoJSON {
        .object(
            Dictionary(grouping: items, by: \.name).mapValues { items in
                items.count == 1 ? .string(items[0].value) : .array(items.map { .string($0.value) })
            })
    }

    /// A whole number within `range`; refused with a clear word when it is something else.
    func integer(_ name: String, default standard: Int, in range: ClosedRange<Int>) throws -> Int {
        guard let text = self[name] else { return standard }
        guard let value = Int(text), range.contains(value) else {
            throw DemoProblem.badQuery(name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    /// A time in milliseconds, of ten minutes at most.
    func milliseconds(_ name: String) throws -> Duration? {
        guard self[name] != nil else { return nil }
        return .milliseconds(try integer(name, default: 0, in: 0...600_000))
    }
}
