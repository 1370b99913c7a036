import Sterna
import Testing

@Suite struct HTTPDateTests {
    private let moment = Date(timeIntervalSince1970: 784_111_777)

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        "Sun, 6 Nov 1994 08:49:37 GMT", "sun, 06 nov 1994 08:49:37 UTC", "Sun, 06-Nov-1994 08:49:37 GMT",
        "Mon, 06 Nov 1994 08:49:37 GMT",
    ])
    func `the forms of RFC 9110 are one moment`(_ text: String) {
        #expect(HTTPDate(text)?.date == moment)
        #expect(HTTPDate(text)?.description == "Sun, 06 Nov 1994 08:49:37 GMT")
    }

    @Test(arguments: [
        "", "0", "-1", "1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET",
        "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 29 Feb 1900 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
        "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT", "Sun, +6 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 0000 08:49:37 GMT", "Sun, 06 Nov 19940 08:49:37 GMT", "Xxx, 06 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nox 1994 08:49:37 GMT", "Sunday, 06-Nov-94-1 08:49:37 GMT", "Sun Nov 6 08:49:37 1994 GMT",
        "Sun, ٠٦ Nov 1994 08:49:37 GMT",
    ])
    func `what is no date is none`(_ text: String) {
        #expect(HTTPDate(text) == nil)
    }

    @Test(arguments: [
        ("2026-11-30", "26", 2026), ("2026-11-30", "76", 2076), ("2026-11-30", "77", 1977), ("2026-11-30", "94", 1994),
        ("1999-11-30", "00", 1900), ("1999-11-30", "49", 1949), ("2050-11-30", "99", 2099), ("2049-11-30", "00", 2000),
    ])
    func `a year of two digits is at most 50 years ahead`(_ now: String, _ year: String, _ expected: Int) throws {
        let now = try #require(try? Date("\(now)T00:00:00Z", strategy: .iso8601))
        let date = try #require(HTTPDate("Sunday, 06-Nov-\(year) 00:00:00 GMT", now: now))
        #expect(date.description.contains(" Nov \(expected) "))
    }

    @Test(arguments: [
        (0.0, "Thu, 01 Jan 1970 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
        (0.9, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (-0.1, "Wed, 31 Dec 1969 23:59:59 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
        (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"), (1e300, "Fri, 31 Dec 9999 23:59:59 GMT"),
        (-1e300, "Mon, 01 Jan 0001 00:00:00 GMT"), (.infinity, "Fri, 31 Dec 9999 23:59:59 GMT"),
        (.nan, "Thu, 01 Jan 1970 00:00:00 GMT"),
    ])
    func `a date is written for every moment`(_ seconds: Double, _ text: String) {
        #expect(HTTPDate(Date(timeIntervalSince1970: seconds)).description == text)
    }

    @Test func `a leap second is the next second`() {
        #expect(HTTPDate("Sat, 31 Dec 2016 23:59:60 GMT")?.description == "Sun, 01 Jan 2017 00:00:00 GMT")
    }

    @Test func `what is written is read again, and noise is not`() {
        var noise = Noise(seed: 4)
        for _ in 0..<3000 {
            let date = HTTPDate(Date(timeIntervalSince1970: Double.random(in: -6e10...25e10, using: &noise)))
            #expect(HTTPDate(date.description) == date)
            _ = HTTPDate(noise.text(of: Array("Sun,  Nov0123456789:-GMT"), upTo: 30))
        }
    }
}
