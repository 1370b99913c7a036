/// The dates of cookies, which are written in more ways than those of other fields (RFC 6265 §5.1.1).
enum CookieDate {
    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    /// Reads a date, in which the first word of each kind counts: a time, a day, a month, a year; `nil` when one is
    /// missing or the calendar has no such day.
    static func date(_ text: String) -> Date? {
        var time: Int?, day: Int?, month: Int?, year: Int?
        for word in text.utf8.split(whereSeparator: isDelimiter) {
            if time == nil, let found = self.time(word) {
                time = found
            } else if day == nil, let found = number(word, 1...2) {
                day = found
            } else if month == nil, let found = self.month(word) {
                month = found
            } else if year == nil, let found = number(word, 2...4) {
                year = found
            }
        }
        guard let time, let day, let month, let year, time >= 0 else { return nil }
        let full = year < 70 ? year + 2000 : year < 100 ? year + 1900 : year
        guard full >= 1601 else { return nil }
        return HTTPDate(year: full, month: month, day: day, secondOfDay: time)?.date
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 9, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    /// `h:m:s` with one or two digits each, and anything but a digit after it; -1 when it is no time of a day.
    private static func time(_ word: Substring.UTF8View) -> Int? {
        let parts = word.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].allSatisfy(isDigit), parts[1].allSatisfy(isDigit) else { return nil }
        let numbers = parts.compactMap { number($0, 1...2) }
        guard numbers.count == 3 else { return nil }
        guard numbers[0] < 24, numbers[1] < 60, numbers[2] < 60 else { return -1 }
        return numbers[0] * 3600 + numbers[1] * 60 + numbers[2]
    }

    private static func month(_ word: Substring.UTF8View) -> Int? {
        let start = String(decoding: word.prefix(3), as: UTF8.self).lowercased()
        return months.firstIndex(of: start).map { $0 + 1 }
    }

    /// The number that a word begins with, when it has as many digits as asked for.
    private static func number(_ word: Substring.UTF8View, _ count: ClosedRange<Int>) -> Int? {
        let digits = word.prefix(while: isDigit)
        return count.contains(digits.count) ? Int(String(decoding: digits, as: UTF8.self)) : nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
