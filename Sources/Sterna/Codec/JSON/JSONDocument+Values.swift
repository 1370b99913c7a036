// Types whose form in JSON is not that of their `init(from:)`, and shortcuts for the most common ones.
extension JSONDocument {
    /// Reads a value of any type.
    func read<Value: Decodable>(_ type: Value.Type, _ index: Int) throws -> Value {
        if let value = try shortcut(type, index) ?? special(type, index) { return value }
        do {
            return try type.init(from: reader(index))
        } catch {
            if !(error is DecodingError) { noteFailure(index) }
            throw error
        }
    }

    private func shortcut<Value>(_ type: Value.Type, _ index: Int) throws -> Value? {
        if type == String.self { return try String.read(self, index) as? Value }
        if type == Int.self { return try Int.read(self, index) as? Value }
        if type == Double.self { return try Double.read(self, index) as? Value }
        return nil
    }

    private func special<Value>(_ type: Value.Type, _ index: Int) throws -> Value? {
        if type == Date.self { return try date(index) as? Value }
        if type == URL.self { return try url(index) as? Value }
        if type == Decimal.self { return try decimal(index) as? Value }
        if type == Data.self { return try data(index) as? Value }
        return nil
    }

    private func date(_ index: Int) throws -> Date {
        switch options.dates {
        case .iso8601, .iso8601Fractional: return try rfc3339(index)
        case .secondsSince1970: return Date(timeIntervalSince1970: try seconds(index))
        case .millisecondsSince1970: return Date(timeIntervalSince1970: try seconds(index) / 1000)
        case .custom(_, let decode): return try decode(reader(index))
        }
    }

    private func seconds(_ index: Int) throws -> Double {
        guard kind(index) == .number else {
            throw mismatch(Date.self, index, hint: " where json.dates asks for a number")
        }
        return try Double.read(self, index)
    }

    private func rfc3339(_ index: Int) throws -> Date {
        guard kind(index) == .string else {
            throw mismatch(Date.self, index, hint: " where json.dates asks for RFC 3339 text")
        }
        let text = try String.read(self, index)
        do {
            return try RFC3339.date(text)
        } catch {
            throw corrupted(Date.self, index, "“\(text.prefix(40))” is no RFC 3339 date: \(error.reason)")
        }
    }

    private func url(_ index: Int) throws -> URL {
        let text = try String.read(self, index)
        guard let url = URL(string: text) else {
            throw corrupted(URL.self, index, "“\(text.prefix(60))” is no URL")
        }
        return url
    }

    private func decimal(_ index: Int) throws -> Decimal {
        guard kind(index) == .number else { throw mismatch(Decimal.self, index) }
        do {
            return try number(index) { (number) throws(JSONNumber.Inexact) in try number.decimal() }
        } catch {
            throw corrupted(Decimal.self, index, error.reason(text.source(index), "Decimal"))
        }
    }

    private func data(_ index: Int) throws -> Data {
        guard kind(index) == .string else { throw mismatch(Data.self, index) }
        guard let data = Data(base64Encoded: try String.read(self, index)) else {
            throw corrupted(Data.self, index, "the text is not base64")
        }
        return data
    }
}
