/// What a request's `Range` and `If-Range` ask for (RFC 9110 §13.1.5, §14.2).
enum DemoRange: Equatable {
    case whole
    case part(Range<Int64>)
    case unsatisfiable

    init(_ request: ReceivedRequest, size: Int64, tag: String) {
        guard let field = request["Range"], field.lowercased().hasPrefix("bytes="), request.method == "GET" else {
            self = .whole
            return
        }
        // A date, and a weak tag, never match: there is no date here, and the comparison is the strong one.
        if let condition = request["If-Range"], condition != tag {
            self = .whole
            return
        }
        self = Self.part(field.dropFirst(6), size: size)
    }

    /// One range; a list of them, and what cannot be read, is answered with the whole.
    private static func part(_ text: Substring, size: Int64) -> DemoRange {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
        guard ends.count == 2, ends.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) }) else { return .whole }
        guard let first = Int64(ends[0]) else {
            guard ends[0].isEmpty, let count = Int64(ends[1]) else { return .whole }
            return count > 0 && size > 0 ? .part(max(0, size - count)..<size) : .unsatisfiable
        }
        guard ends[1].isEmpty || Int64(ends[1]) != nil else { return .whole }
        let last = min(Int64(ends[1]) ?? .max, size - 1)
        if let asked = Int64(ends[1]), asked < first { return .whole }
        return first < size ? .part(first..<last + 1) : .unsatisfiable
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isWholeNumber }
}
