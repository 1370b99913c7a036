extension JSONDates {
    /// Writes a date in this style.
    func write(_ date: Date, to encoder: any Encoder) throws {
        switch self {
        case .iso8601: try writeText(date, milliseconds: false, to: encoder)
        case .iso8601Fractional: try writeText(date, milliseconds: true, to: encoder)
        case .secondsSince1970: try writeNumber(date.timeIntervalSince1970, to: encoder)
        case .millisecondsSince1970: try writeNumber((date.timeIntervalSince1970 * 1000).rounded(), to: encoder)
        case .custom(let encode, _): try encode(date, encoder)
        }
    }

    /// Reads a date in this style.
    func read(from decoder: any Decoder) throws -> Date {
        switch self {
        case .iso8601, .iso8601Fractional:
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            do {
                return try RFC3339.date(text)
            } catch {
                let found = "“\(text.prefix(40))” is no RFC 3339 date: \(error.reason)"
                throw DecodingError.dataCorruptedError(in: container, debugDescription: found)
            }
        case .secondsSince1970:
            return Date(timeIntervalSince1970: try decoder.singleValueContainer().decode(Double.self))
        case .millisecondsSince1970:
            return Date(timeIntervalSince1970: try decoder.singleValueContainer().decode(Double.self) / 1000)
        case .custom(_, let decode):
            return try decode(decoder)
        }
    }

    private func writeText(_ date: Date, milliseconds: Bool, to encoder: any Encoder) throws {
        guard let text = RFC3339.text(date, milliseconds: milliseconds) else {
            throw Self.unwritable(date, "RFC 3339 writes the years 0 to 9999 only", encoder)
        }
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    private func writeNumber(_ number: Double, to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        // Whole numbers are written as such: some servers refuse 1.7e9 and 1700000000.0.
        guard let whole = Int64(exactly: number) else { return try container.encode(number) }
        try container.encode(whole)
    }

    private static func unwritable(_ date: Date, _ reason: String, _ encoder: any Encoder) -> EncodingError {
        .invalidValue(date, .init(codingPath: encoder.codingPath, debugDescription: reason))
    }
}
