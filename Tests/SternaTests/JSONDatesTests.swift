import Sterna
import Testing

@Suite struct JSONDatesTests {
    private func read(_ text: String, _ dates: JSONDates = .iso8601) throws -> Date {
        var options = JSONOptions()
        options.dates = dates
        return try BodyDecoder(options).decode([Date].self, from: Data("[\(text)]".utf8))[0]
    }

    private func written(_ date: Date, _ dates: JSONDates) throws -> String {
        var options = JSONOptions()
        options.dates = dates
        let data = try BodyEncoder(options).jsonData([date])
        return String(decoding: data.dropFirst().dropLast(), as: UTF8.self)
    }

    // B28
    @Test(arguments: [
        "2026-11-30T12:00:05Z", "2026-11-30t12:00:05z", "2026-11-30T14:00:05+02:00", "2026-11-30T14:00:05+0200",
        "2026-11-30T14:00:05+02", "2026-11-30 12:00:05Z", "2026-11-30T07:00:05-05:00", "2026-11-30T12:00:05.000Z",
        "2026-11-30T12:00:05-00:00", "2026-11-30T12:00:05.0000000000000000000000Z", "2026-12-01T02:59:05+14:59",
    ])
    func `each form of RFC 3339 is read`(text: String) throws {
        #expect(try read("\"\(text)\"").timeIntervalSince1970 == 1_796_040_005)
    }

    @Test func `a fraction is optional and may have nine digits`() throws {
        #expect(try read("\"2026-11-30T12:00:05.678Z\"").timeIntervalSince1970 == 1_796_040_005.678)
        #expect(try read("\"2026-11-30T12:00:05.123456789Z\"").timeIntervalSince1970 == 1_796_040_005.123456789)
    }

    @Test(arguments: [
        ("2026-11-30", "the time and the zone are missing"), ("2026-11-30T12:00:05", "the zone is missing"),
        ("2026-11-30T12:00Z", "the seconds are missing"), ("2026-13-01T00:00:00Z", "there is no month 13"),
        ("2026-02-29T00:00:00Z", "that month has no day 29"), ("2026-11-30T24:00:00Z", "no such time of day"),
        ("2026-11-30T12:00:05.Z", "digits are missing"), ("2026-11-30T12:00:05+25:00", "no such offset"),
        ("2026-11-30T12:00:05Zulu", "more text after the zone"), ("", "starts with year, month and day"),
        ("Mon, 30 Nov 2026 12:00:05 GMT", "starts with year"), ("2026-11-30T12:00:05.123", "the zone is missing"),
    ])
    func `what is no RFC 3339 date is refused with what is missing`(text: String, reason: String) {
        #expect {
            try read("\"\(text)\"")
        } throws: { error in
            let failure = error as? DecodingFailure
            return failure?.path == "$[0]" && failure?.reason.contains(reason) == true
        }
    }

    @Test(arguments: [-62_167_219_200.0, -1, 0, 951_782_400, 1_796_040_005, 253_402_300_799])
    func `dates come back as they were written`(seconds: Double) throws {
        let date = Date(timeIntervalSince1970: seconds)
        for style in [JSONDates.iso8601, .iso8601Fractional, .secondsSince1970, .millisecondsSince1970] {
            #expect(try read(written(date, style), style) == date)
        }
    }

    @Test func `each style has its own form`() throws {
        let date = Date(timeIntervalSince1970: 1_796_040_005.25)
        #expect(try written(date, .iso8601) == "\"2026-11-30T12:00:05Z\"")
        #expect(try written(date, .iso8601Fractional) == "\"2026-11-30T12:00:05.250Z\"")
        #expect(try written(date, .secondsSince1970) == "1796040005.25")
        #expect(try written(date, .millisecondsSince1970) == "1796040005250")
        #expect(try written(Date(timeIntervalSince1970: -0.5), .iso8601) == "\"1969-12-31T23:59:59Z\"")
    }

    @Test func `a date beyond the year 9999 is refused`() {
        #expect(throws: EncodingFailure.self) { try written(Date(timeIntervalSince1970: 253_402_300_800), .iso8601) }
    }

    @Test func `a custom style does both ways`() throws {
        let style = JSONDates.custom(
            encode: { try $0.timeIntervalSince1970.description.encode(to: $1) },
            decode: { Date(timeIntervalSince1970: Double(try String(from: $0)) ?? 0) })
        let date = Date(timeIntervalSince1970: 12)
        #expect(try written(date, style) == "\"12.0\"")
        #expect(try read("\"12.0\"", style) == date)
    }
}
